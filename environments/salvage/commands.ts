import type { Rng } from '../../core/index.ts'
import { CARD, type Room, roomOf, type Ship, START } from './ship.ts'
import { CARRY_LIMIT, describeRoom, list } from './words.ts'

const OPEN_CHANCE = 0.7
const FIT_CHANCE = 0.8

/** What a command did: the ship after it, and what the player is told. */
export interface Outcome {
  readonly ship: Ship
  readonly text: string
}

type Command = (ship: Ship, room: Room, noun: string, rng: Rng) => Outcome

/** `room` as changed, in a copy of the ship. */
function changeRoom(ship: Ship, changed: Room): Ship {
  return { ...ship, rooms: ship.rooms.map((room) => (room.name === changed.name ? changed : room)) }
}

const go: Command = (ship, room, noun) => {
  const next = room.doors.includes(noun) ? roomOf(ship, noun) : undefined
  if (next === undefined) return { ship, text: `No door leads to "${noun}" from here.` }
  if (next.isLocked && !ship.carrying.includes(CARD)) return { ship, text: `The door to the ${noun} is locked. You need a ${CARD}.` }
  const moved = changeRoom({ ...ship, at: noun }, { ...next, isLocked: false })
  return { ship: moved, text: describeRoom(moved) }
}

const open: Command = (ship, room, noun, rng) => {
  if (noun !== room.container) return { ship, text: `There is no "${noun}" to open here.` }
  if (room.isOpen) return { ship, text: `The ${noun} is open already.` }
  if (rng.random() >= OPEN_CHANCE) return { ship, text: `The ${noun} sticks. Try again.` }
  const opened = { ...room, isOpen: true, hidden: [], floor: [...room.floor, ...room.hidden] }
  return { ship: changeRoom(ship, opened), text: `The ${noun} opens. In it: ${list(room.hidden)}.` }
}

const take: Command = (ship, room, noun) => {
  if (!room.floor.includes(noun)) return { ship, text: `You see no "${noun}" here.` }
  if (ship.carrying.length >= CARRY_LIMIT) return { ship, text: `You carry ${CARRY_LIMIT} things already: drop one first.` }
  const left = { ...room, floor: room.floor.filter((thing) => thing !== noun) }
  return { ship: changeRoom({ ...ship, carrying: [...ship.carrying, noun] }, left), text: `You take the ${noun}.` }
}

const drop: Command = (ship, room, noun) => {
  if (!ship.carrying.includes(noun)) return { ship, text: `You carry no "${noun}".` }
  const carrying = ship.carrying.filter((thing) => thing !== noun)
  return { ship: changeRoom({ ...ship, carrying }, { ...room, floor: [...room.floor, noun] }), text: `You drop the ${noun}.` }
}

const install: Command = (ship, room, noun, rng) => {
  if (!ship.carrying.includes(noun)) return { ship, text: `You carry no "${noun}".` }
  const system = ship.systems.find(({ room: home, missing }) => home === room.name && missing.includes(noun))
  if (system === undefined) return { ship, text: `Nothing here lacks a ${noun}.` }
  if (rng.random() >= FIT_CHANCE) return { ship, text: `The ${noun} does not sit right. Try again.` }
  const missing = system.missing.filter((part) => part !== noun)
  const systems = ship.systems.map((each) => (each === system ? { ...each, missing } : each))
  const carrying = ship.carrying.filter((thing) => thing !== noun)
  const news = missing.length === 0 ? ` The ${system.name} starts to hum.` : ''
  return { ship: { ...ship, systems, carrying }, text: `The ${noun} sits.${news}` }
}

const leave: Command = (ship, room) => {
  if (room.name !== START) return { ship, text: `You can leave through the ${START} alone.` }
  const still = ship.systems.filter(({ missing }) => missing.length > 0).length
  if (still > 0) return { ship, text: `Not yet: ${still} of ${ship.systems.length} systems stand still.` }
  return { ship: { ...ship, hasLeft: true }, text: 'Every system runs. You leave the ship.' }
}

const look: Command = (ship) => ({ ship, text: describeRoom(ship) })

const COMMANDS: Readonly<Record<string, Command>> = { go, open, take, drop, install, leave, look }

/** Carries out a line such as `take the fuse`: a verb, then a noun, articles and case apart. */
export function carryOut(ship: Ship, line: string, rng: Rng): Outcome {
  const [verb = '', ...words] = line.toLowerCase().match(/[a-z]+/g) ?? []
  const room = roomOf(ship, ship.at)
  const command = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined
  if (command === undefined || room === undefined)
    return { ship, text: `That is no command. Commands: ${Object.keys(COMMANDS).join(', ')}.` }
  return command(ship, room, words.filter((word) => !['the', 'a', 'to'].includes(word))[0] ?? '', rng)
}
