import { z } from 'zod'
import type { Rng } from '../../core/index.ts'

const ROOMS = ['galley', 'bridge', 'hold', 'infirmary', 'workshop', 'garden', 'library', 'chapel', 'laundry', 'armoury', 'archive', 'gym']
const CONTAINERS = ['locker', 'crate', 'cabinet', 'chest', 'drawer', 'barrel']
const SYSTEMS = ['reactor', 'heater', 'radio', 'compass', 'pump', 'recycler']
const PARTS = ['fuse', 'cable', 'valve', 'filter', 'lens', 'relay', 'coil', 'seal', 'chip', 'gauge', 'rotor', 'magnet']

const ROOM_COUNT = 10
const SYSTEM_COUNT = 4
const PARTS_PER_SYSTEM = 2
/** Doors beyond those that a tree needs: a ship with loops has more than one way back. */
const EXTRA_DOORS = 2

export const CARD = 'keycard'
export const START = 'airlock'

const Room = z.object({
  name: z.string(),
  /** Names of the rooms next door. */
  doors: z.array(z.string()),
  container: z.string(),
  isOpen: z.boolean(),
  /** What the container holds until it is open. */
  hidden: z.array(z.string()),
  floor: z.array(z.string()),
  isLocked: z.boolean(),
})
export type Room = z.output<typeof Room>

const System = z.object({ name: z.string(), room: z.string(), missing: z.array(z.string()) })
export type System = z.output<typeof System>

export const Ship = z.object({
  rooms: z.array(Room),
  systems: z.array(System),
  at: z.string(),
  carrying: z.array(z.string()),
  hasLeft: z.boolean(),
})
export type Ship = z.output<typeof Ship>

export function roomOf({ rooms }: Ship, name: string): Room | undefined {
  return rooms.find((room) => room.name === name)
}

/** A ship: rooms in a tree with a few more doors, one dead end locked, parts in containers, each system in a room of its own. */
export function buildShip(rng: Rng): Ship {
  const names = [START, ...rng.shuffle(ROOMS).slice(0, ROOM_COUNT - 1)]
  const doors = connect(names, rng)
  const ends = names.filter((name) => name !== START && doors.get(name)?.size === 1)
  const locked = ends.length > 0 ? rng.choice(ends) : undefined
  const parts = rng.shuffle(PARTS).slice(0, SYSTEM_COUNT * PARTS_PER_SYSTEM)
  const rooms = names.map((name) => ({
    name,
    doors: [...(doors.get(name) ?? [])],
    container: rng.choice(CONTAINERS),
    isOpen: false,
    hidden: [] as string[],
    floor: [],
    isLocked: name === locked,
  }))
  for (const part of parts) rng.choice(rooms).hidden.push(part)
  if (locked !== undefined) rng.choice(rooms.filter(({ isLocked }) => !isLocked)).hidden.push(CARD)
  const homes = rng.shuffle(names)
  const systems = rng.shuffle(SYSTEMS).slice(0, SYSTEM_COUNT)
  return {
    rooms,
    systems: systems.map((name, at) => ({
      name,
      room: homes[at] ?? START,
      missing: parts.slice(at * PARTS_PER_SYSTEM, (at + 1) * PARTS_PER_SYSTEM),
    })),
    at: START,
    carrying: [],
    hasLeft: false,
  }
}

/** A random tree over the rooms, then a few doors more, none of them to a dead end. */
function connect(names: readonly string[], rng: Rng): Map<string, Set<string>> {
  const doors = new Map(names.map((name) => [name, new Set<string>()]))
  const open = (a: string, b: string) => {
    doors.get(a)?.add(b)
    doors.get(b)?.add(a)
  }
  for (const [at, name] of names.entries()) if (at > 0) open(name, rng.choice(names.slice(Math.max(0, at - 4), at)))
  const inner = names.filter((name) => (doors.get(name)?.size ?? 0) > 1)
  for (let door = 0; door < EXTRA_DOORS && inner.length > 1; door++) {
    const [a = START, b = START] = rng.shuffle(inner)
    open(a, b)
  }
  return doors
}
