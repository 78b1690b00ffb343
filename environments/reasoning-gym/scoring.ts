import { lengthOf } from './python.ts'

/** 1 for the answer itself; where the text holds more, the answer's share of it; else 0. */
export function containmentScore(answer: string, oracle: string): number {
  if (answer === '') return 0
  if (answer === oracle) return 1
  return answer.includes(oracle) ? lengthOf(oracle) / lengthOf(answer) : 0
}

/** As `containmentScore`, but sign, leading zeros, trailing decimals and commas do not matter: `+01,000.00` is `1000`. */
export function decimalScore(answer: string, oracle: string): number {
  if (answer === '') return 0
  const [given, wanted] = [answer.replaceAll(',', ''), oracle.replaceAll(',', '')]
  const value = readDecimal(given)
  if (value !== undefined && value === readDecimal(wanted)) return 1
  return given.includes(wanted) ? lengthOf(wanted) / lengthOf(given) : 0
}

/** A decimal number in a spelling that only depends on its value; undefined for what Python's `Decimal` refuses or never equals. */
function readDecimal(text: string): string | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^\s*([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?\s*$/.exec(text.replaceAll('_', '')) ?? []
  if (whole + fraction === '') return undefined
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  if (significant === '') return '0'
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - significant.length)
  return `${sign === '-' ? '-' : ''}${significant}e${power}`
}
