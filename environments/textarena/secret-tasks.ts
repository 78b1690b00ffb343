import type { TaskSet, TaskSplit } from '../../core/index.ts'
import { wordsOf } from './words.ts'

export interface Secret {
  readonly word: string
}

/** A secret a task, in the order of the list; one in five is kept for tests. The words are unpacked when a task is first asked for. */
export function secretTasks(length: 5 | 7, isHardcore: boolean): TaskSet<Secret> {
  const split = (type: 'train' | 'test'): TaskSplit<Secret> => {
    let words: readonly string[] | undefined
    const list = () => {
      words ??= wordsOf(length, isHardcore).secrets.filter((_, at) => (at % 5 === 4) === (type === 'test'))
      return words
    }
    return {
      type,
      get count() {
        return list().length
      },
      read: (start, stop) =>
        list()
          .slice(start, stop)
          .map((word) => ({ word })),
    }
  }
  return { splits: { train: split('train'), test: split('test') } }
}
