import { CARD, START } from '../salvage/ship.ts'
import { CARRY_LIMIT } from '../salvage/words.ts'

/** What is known of a room from having stood in it. */
interface Known {
  readonly doors: readonly string[]
  readonly container: string
  isOpen: boolean
  floor: string[]
  missing: string[]
}

const ROOMS = 10
const SYSTEMS = 4

/** A teacher that remembers the ship it has seen: one for each episode. It learns from the texts alone. */
export function createSalvageTeacher(): (seen: { readonly text: string }) => { command: string } {
  const rooms = new Map<string, Known>()
  const locked = new Set<string>()
  let at = START
  let carrying: string[] = []
  let running = 0
  let asked = ''

  function learn(text: string): void {
    const [, name, container = '', lid] = /You are in the (\w+)\. There is a (\w+), (\w+)\./.exec(text) ?? []
    if (name !== undefined) {
      at = name
      const doors = [...(/Doors: (.*)\. You carry/.exec(text)?.[1]?.matchAll(/(\w+)( \(locked\))?/g) ?? [])].map(([, door = '', lock]) => {
        if (lock !== undefined) locked.add(door)
        return door
      })
      locked.delete(at)
      const missing = [...text.matchAll(/it lacks (.*)\./g)].flatMap(([, lacking]) => things(lacking))
      rooms.set(at, { doors, container, isOpen: lid === 'open', floor: things(/You see (.*)\./.exec(text)?.[1]), missing })
    }
    const room = rooms.get(at)
    const [verb, noun = ''] = asked.split(' ')
    if (room === undefined) return
    if (text.includes('opens. In it:')) {
      room.isOpen = true
      room.floor.push(...things(/In it: (.*)\./.exec(text)?.[1]))
    }
    const isDone = { take: text.startsWith('You take'), drop: text.startsWith('You drop'), install: text.includes(' sits.') }
    if (verb === 'take' && isDone.take) carrying.push(noun)
    if (verb === 'take' && isDone.take) room.floor = room.floor.filter((thing) => thing !== noun)
    if ((verb === 'drop' && isDone.drop) || (verb === 'install' && isDone.install)) carrying = carrying.filter((thing) => thing !== noun)
    if (verb === 'install' && isDone.install) room.missing = room.missing.filter((part) => part !== noun)
    if (text.includes('starts to hum')) running++
  }

  function isWorthTaking(thing: string): boolean {
    return carrying.length < CARRY_LIMIT && (thing !== CARD || rooms.size < ROOMS)
  }

  /** True for a room that one would walk to. */
  function isGoal(name: string): boolean {
    const room = rooms.get(name)
    if (running === SYSTEMS) return name === START
    if (room === undefined) return !locked.has(name) || carrying.includes(CARD)
    return room.missing.some((part) => carrying.includes(part)) || room.floor.some(isWorthTaking)
  }

  function choose(): string {
    const room = rooms.get(at)
    if (room === undefined) return 'look'
    if (running === SYSTEMS && at === START) return 'leave'
    const part = room.missing.find((each) => carrying.includes(each))
    if (part !== undefined) return `install ${part}`
    if (!room.isOpen && running < SYSTEMS) return `open ${room.container}`
    const thing = room.floor.find(isWorthTaking)
    if (thing !== undefined && running < SYSTEMS) return `take ${thing}`
    return `go ${firstStep() ?? room.doors[0]}`
  }

  /** The door on a shortest known way to the nearest goal. */
  function firstStep(): string | undefined {
    const queue = (rooms.get(at)?.doors ?? []).map((door) => ({ name: door, first: door }))
    const seen = new Set([at])
    for (const { name, first } of queue) {
      if (seen.has(name)) continue
      seen.add(name)
      if (isGoal(name)) return first
      for (const door of rooms.get(name)?.doors ?? []) queue.push({ name: door, first })
    }
    return undefined
  }

  return ({ text }) => {
    learn(text)
    asked = choose()
    return { command: asked }
  }
}

/** The things of a list such as `a fuse, a coil and a lens`. */
function things(listed = ''): string[] {
  return [...listed.matchAll(/\ba (\w+)/g)].map(([, thing = '']) => thing)
}
