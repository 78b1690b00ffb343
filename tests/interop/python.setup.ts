import { preparePython } from '../../scripts/prepare-python.ts'

/** Once a test run, before any file: venvs that two files made at once would be broken. */
export function setup(): void {
  preparePython()
}
