import { z } from 'zod'

/** Steps of an episode; the last runs nothing. */
export const MAX_ITERATIONS = 30

export const action = z
  .object({ code: z.string().default(''), is_final: z.boolean().default(false), final_answer: z.string().nullable().default(null) })
  .meta({ title: 'REPLAction' })

const blockResult = z
  .object({
    stdout: z.string().default(''),
    stderr: z.string().default(''),
    locals_snapshot: z.record(z.string(), z.string()).default({}),
    execution_time: z.number().default(0),
    success: z.boolean().default(true),
    exception: z.string().nullable().default(null),
  })
  .meta({ title: 'CodeBlockResult' })

export const observation = z
  .object({
    result: blockResult.prefault({}),
    context_preview: z.string().nullable().default(null),
    context_length: z.int().default(0),
    available_variables: z.array(z.string()).default([]),
    iteration: z.int().default(0),
    max_iterations: z.int().default(MAX_ITERATIONS),
  })
  .meta({ title: 'REPLObservation' })

export const state = z.object({
  context: z.string(),
  task_prompt: z.string(),
  iteration: z.int(),
  max_iterations: z.int(),
  namespace_keys: z.array(z.string()),
  final_answer: z.string().nullable(),
  total_execution_time: z.number(),
  /** Not shown. */
  expected_answer: z.string().nullable(),
})
export type State = z.output<typeof state>
export type Observation = z.output<typeof observation>

export const metadata = z.object({
  task_prompt: z.string().optional(),
  message: z.string().optional(),
  final_answer: z.string().nullable().optional(),
  execution_time: z.number().optional(),
  total_execution_time: z.number().optional(),
  total_iterations: z.int().optional(),
})

export const options = z.object({
  context: z.string().nullish(),
  task_prompt: z.string().nullish(),
  llm_model: z.string().nullish(),
  // Compared as text, whatever it is: a row's number is an answer, too.
  expected_answer: z.union([z.string(), z.number(), z.boolean()]).nullish(),
  rlm_max_depth: z.int().nullish(),
  rlm_max_iterations: z.int().nullish(),
})
