/** Counts what became of the episodes, as OpenEnv's collector does. */
export class Tally {
  readonly skipped: number
  collected = 0
  dropped = 0
  failed = 0
  #sum = 0
  #successes = 0

  constructor(skipped: number) {
    this.skipped = skipped
  }

  /** Counts an episode; false when it is to be dropped. */
  count(reward: number | null, keepsLosses: boolean): boolean {
    if (reward !== null && reward < 0 && !keepsLosses) {
      this.dropped++
      return false
    }
    this.collected++
    this.#sum += reward ?? 0
    if (reward !== null && reward > 0) this.#successes++
    return true
  }

  summary() {
    const { collected, skipped, dropped, failed } = this
    const share = (part: number): number => (collected === 0 ? 0 : part / collected)
    return { collected, skipped, dropped, failed, avg_reward: share(this.#sum), success_rate: share(this.#successes) }
  }

  line(): string {
    const { collected, skipped, dropped, failed, avg_reward, success_rate } = this.summary()
    const rest = [
      [skipped, 'already there'],
      [dropped, 'dropped with a reward below 0 (--keep-losses)'],
      [failed, 'failed'],
    ].flatMap(([count, what]) => (count === 0 ? [] : [`, ${count} ${what}`]))
    return `${collected} collected${rest.join('')}; mean reward ${avg_reward.toFixed(3)}, ${Math.round(success_rate * 100)} % above 0`
  }
}
