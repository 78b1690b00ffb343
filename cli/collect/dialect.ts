import { CommandError } from '../command-error.ts'
import type { RemoteEnvironment } from '../remote-environment.ts'
import { renderBoard } from './openspiel-board.ts'
import { type Data, isData, printPythonJson } from './python-json.ts'
import type { PlaySession, Turn } from './session.ts'

/** A tool as models are offered it. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly input_schema: Data
}

/** How an environment's actions become tool calls and its turns tool results. */
export interface Dialect {
  readonly tools: readonly Tool[]
  /** The first message of the episode, from its first turn. */
  prompt(first: Turn, session: PlaySession): string
  toAction(tool: string, input: Data): object
  /** The call that takes an action: the inverse of `toAction`. */
  toCall(action: Data): { tool: string; input: Data }
  toResult(tool: string, input: Data, turn: Turn): unknown
}

/** Chooses the dialect: OpenEnv's own for the two families that its `collect` knows, the tools of a tool environment, else one tool. */
export async function chooseDialect(environment: RemoteEnvironment, listTools: () => Promise<unknown>): Promise<Dialect> {
  const { action } = environment.schemas
  if (action.title === 'OpenSpielAction') return openSpiel
  if (action.title === 'ReasoningGymAction') return reasoningGym
  const text = JSON.stringify(action)
  if (text.includes('"call_tool"') && text.includes('"tool_name"')) return toolDialect(readTools(await listTools()))
  return singleTool(environment)
}

/** As upstream's envs/openspiel_env/harness.py words it: datasets made by either collector are one. */
const openSpiel: Dialect = {
  tools: [
    {
      name: 'play_move',
      description: 'Play a move: an `action_id` out of the latest `legal_actions`.',
      input_schema: { type: 'object', properties: { action_id: { type: 'integer' } }, required: ['action_id'] },
    },
  ],
  prompt({ observation }, { state }) {
    const game = String(state.game_name)
    const board = game === 'tic_tac_toe' ? renderBoard(observation.info_state) : ''
    return [
      `You are playing ${game}.`,
      'Call the play_move tool with an action_id drawn from legal_actions.',
      `Legal actions: ${printPythonJson(observation.legal_actions)}`,
      ...(board === '' ? [] : ['', 'Board:', board]),
    ].join('\n')
  },
  toAction: (_tool, { action_id }) => ({ action_id }),
  toCall: ({ action_id }) => ({ tool: 'play_move', input: { action_id } }),
  toResult(_tool, { action_id }, { observation, reward, done }) {
    const { legal_actions, current_player_id, info_state } = observation
    const board = renderBoard(info_state)
    return { action_id, legal_actions, reward, done, current_player_id, ...(board === '' ? {} : { board }) }
  },
}

/** As upstream's envs/reasoning_gym_env/harness.py words it. */
const reasoningGym: Dialect = {
  tools: [
    {
      name: 'answer',
      description: 'Give the answer to the question.',
      input_schema: { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] },
    },
  ],
  prompt: ({ observation }) => String(observation.question),
  toAction: (_tool, { answer }) => ({ answer: String(answer) }),
  toCall: ({ answer }) => ({ tool: 'answer', input: { answer } }),
  toResult: (_tool, { answer }, { observation: { score, correct_answer }, reward, done }) => ({
    answer,
    score,
    correct_answer,
    reward,
    done,
  }),
}

function toolDialect(tools: readonly Tool[]): Dialect {
  return {
    tools,
    prompt: ({ observation }) => `Use the tools. The episode begins with: ${printPythonJson(observation)}`,
    toAction: (tool, input) => ({ type: 'call_tool', tool_name: tool, arguments: input }),
    toCall: (action) => ({ tool: String(action.tool_name), input: isData(action.arguments) ? action.arguments : {} }),
    toResult: describeTurn,
  }
}

function singleTool({ schemas: { action } }: RemoteEnvironment): Dialect {
  const properties = isData(action.properties) ? action.properties : {}
  const { metadata: _, ...fields } = properties
  return {
    tools: [{ name: 'act', description: 'Take one action.', input_schema: { ...action, properties: fields } }],
    prompt: ({ observation }) => `Call the act tool, one action at a time. First observation: ${printPythonJson(observation)}`,
    toAction: (_tool, input) => input,
    toCall: (input) => ({ tool: 'act', input }),
    toResult: describeTurn,
  }
}

function describeTurn(tool: string, input: Data, { observation, reward, done }: Turn): unknown {
  return { tool_name: tool, arguments: input, observation, reward, done }
}

function readTools(observation: unknown): Tool[] {
  const listed = isData(observation) && Array.isArray(observation.tools) ? observation.tools : []
  const tools = listed.filter(isData).map(({ name, description, input_schema }) => ({
    name: String(name),
    description: typeof description === 'string' ? description : '',
    input_schema: isData(input_schema) ? input_schema : { type: 'object' },
  }))
  if (tools.length === 0) throw new CommandError('The environment takes tool calls, but lists no tools.')
  return tools
}
