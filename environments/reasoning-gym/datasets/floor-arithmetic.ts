/** The value of an expression of integers, `+ - *`, parentheses and `/`, which divides as Python's `//`: towards minus infinity. */
export function evaluate(expression: string): bigint {
  const tokens = expression.match(/\d+|[-+*/()]/g) ?? []
  let at = 0

  function sum(): bigint {
    let value = product()
    while (tokens[at] === '+' || tokens[at] === '-') value = tokens[at++] === '+' ? value + product() : value - product()
    return value
  }
  function product(): bigint {
    let value = factor()
    while (tokens[at] === '*' || tokens[at] === '/') value = tokens[at++] === '*' ? value * factor() : floorDivide(value, factor())
    return value
  }
  function factor(): bigint {
    const token = tokens[at++]
    if (token === '-') return -factor()
    if (token !== '(') return BigInt(token ?? 0)
    const value = sum()
    at++
    return value
  }
  return sum()
}

/** Throws what Python says of a division by zero. */
export function floorDivide(a: bigint, b: bigint): bigint {
  if (b === 0n) throw new Error('integer division or modulo by zero')
  const quotient = a / b
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient
}

/** The divisors of a number, each followed by its partner, in the order in which upstream draws from them. */
export function divisorsOf(number: bigint): bigint[] {
  const divisors: bigint[] = []
  for (let divisor = 1n; divisor * divisor <= number; divisor++) {
    if (number % divisor !== 0n) continue
    divisors.push(divisor)
    if (divisor * divisor !== number) divisors.push(number / divisor)
  }
  return divisors
}
