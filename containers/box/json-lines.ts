import type { Readable, Writable } from 'node:stream'

/** One question at a time to a program that answers each line of JSON with one line of JSON. */
export class JsonLines {
  readonly #input: Writable
  #pending: { resolve: (answer: unknown) => void; reject: (error: Error) => void } | undefined
  #rest: Buffer[] = []
  #hasEnded = false

  constructor(input: Writable, output: Readable) {
    this.#input = input
    input.on('error', () => this.#fail())
    output.on('error', () => this.#fail())
    output.on('data', (chunk: Buffer) => this.#read(chunk))
    output.on('close', () => this.#fail())
  }

  /** Throws when the program has ended, or has not answered its last question yet. */
  ask(question: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#hasEnded) return reject(new Error('The program has ended.'))
      if (this.#pending !== undefined) return reject(new Error('The program is still at its last question.'))
      this.#pending = { resolve, reject }
      this.#input.write(`${JSON.stringify(question)}\n`)
    })
  }

  /** Nobody listens any more: who waits for an answer is told that the program has ended. */
  end(): void {
    this.#input.destroy()
    this.#fail()
  }

  #read(chunk: Buffer): void {
    this.#rest.push(chunk)
    if (!chunk.includes(10)) return
    const [line = '', ...more] = Buffer.concat(this.#rest).toString().split('\n')
    this.#rest = [Buffer.from(more.join('\n'))]
    const pending = this.#pending
    this.#pending = undefined
    try {
      pending?.resolve(JSON.parse(line))
    } catch {
      pending?.reject(new Error('The program answered with something that is no JSON.'))
    }
  }

  #fail(): void {
    this.#hasEnded = true
    this.#pending?.reject(new Error('The program has ended.'))
    this.#pending = undefined
  }
}
