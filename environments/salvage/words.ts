import { CARD, type Ship, START, type System } from './ship.ts'

export const CARRY_LIMIT = 4

export const INTRODUCTION = [
  `You have boarded a derelict ship through its ${START}. Find the missing parts, restore every system, come back and leave.`,
  `You carry at most ${CARRY_LIMIT} things. A ${CARD} opens the locked door. Containers stick and parts do not always fit: try again.`,
  'Commands: go ROOM · open CONTAINER · take THING · drop THING · install PART · look · leave',
].join('\n')

/** A list as one says it: `a fuse, a coil and a lens`. */
export function list(things: readonly string[]): string {
  const named = things.map((thing) => `a ${thing}`)
  return named.length < 2 ? (named[0] ?? 'nothing') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`
}

function tell({ name, missing }: System): string {
  return missing.length === 0 ? `The ${name} hums.` : `The ${name} stands still: it lacks ${list(missing)}.`
}

/** What one sees where one stands. Nothing that is behind a lid or a door. */
export function describeRoom(ship: Ship): string {
  const room = ship.rooms.find(({ name }) => name === ship.at)
  if (room === undefined) return ''
  const isLocked = (door: string) => ship.rooms.some(({ name, isLocked: locked }) => name === door && locked)
  const doors = room.doors.map((door) => (isLocked(door) ? `${door} (locked)` : door))
  return [
    `You are in the ${room.name}. There is a ${room.container}, ${room.isOpen ? 'open' : 'closed'}.`,
    ...ship.systems.filter((system) => system.room === room.name).map(tell),
    ...(room.floor.length > 0 ? [`You see ${list(room.floor)}.`] : []),
    `Doors: ${doors.join(', ')}. You carry ${list(ship.carrying)}.`,
  ].join('\n')
}
