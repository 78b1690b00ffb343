import { expect, test } from 'vitest'
import { JsonSyntaxError, parseJson } from '../../core/json-parse.ts'
import { PrintError, printFloat, printJson } from '../../core/json-text.ts'

// Spellings of pydantic-core 2.50 (`TypeAdapter(float).dump_json`).
test.each([
  [0, '0.0'],
  [-0, '-0.0'],
  [1, '1.0'],
  [-1, '-1.0'],
  [0.1, '0.1'],
  [1e15, '1000000000000000.0'],
  [1e16, '1e+16'],
  [1.5e16, '1.5e+16'],
  [1e21, '1e+21'],
  [1e-5, '0.00001'],
  [1e-6, '1e-6'],
  [1.25e-7, '1.25e-7'],
  [123456.789, '123456.789'],
  [NaN, 'null'],
  [Infinity, 'null'],
  [-Infinity, 'null'],
])('the float %d prints as %s', (value, text) => {
  expect(printFloat(value)).toBe(text)
})

test('what Python alone writes is read: NaN, infinities, integers with all their digits', () => {
  expect(parseJson('{"a":NaN,"b":[Infinity,-Infinity],"c":12345678901234567890}')).toEqual({
    a: NaN,
    b: [Infinity, -Infinity],
    c: 12345678901234567890n,
  })
  expect(parseJson('9007199254740991')).toBe(9007199254740991)
  expect(parseJson('9007199254740993')).toBe(9007199254740993n)
  expect(parseJson('"1234567890123456789"')).toBe('1234567890123456789')
  expect(parseJson('1234567890123456789e-3')).toBe(1234567890123456.8)
})

// Messages of CPython 3.11's json.loads for the same texts.
test.each([
  ['', 'Expecting value: line 1 column 1 (char 0)'],
  ['{bad', 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
  ['[1,]', 'Expecting value: line 1 column 4 (char 3)'],
  ['{"a":1,}', 'Expecting property name enclosed in double quotes: line 1 column 8 (char 7)'],
  ['{"a" 1}', "Expecting ':' delimiter: line 1 column 6 (char 5)"],
  ['[1 2]', "Expecting ',' delimiter: line 1 column 4 (char 3)"],
  ['"abc', 'Unterminated string starting at: line 1 column 1 (char 0)'],
  ['{}\n x', 'Extra data: line 2 column 2 (char 4)'],
  ['"a\\x"', 'Invalid \\escape: line 1 column 3 (char 2)'],
  ['"\\u12"', 'Invalid \\uXXXX escape: line 1 column 3 (char 2)'],
  ['01', 'Extra data: line 1 column 2 (char 1)'],
  ['tru', 'Expecting value: line 1 column 1 (char 0)'],
])('the fault in %j is worded as Python words it', (text, message) => {
  expect(() => parseJson(text)).toThrow(
    new JsonSyntaxError(message.split(': line')[0] ?? '', text, Number(/char (\d+)/.exec(message)?.[1])),
  )
  expect(() => parseJson(text)).toThrow(message)
})

test('nesting without end is refused, not a crash', () => {
  expect(() => parseJson(`${'['.repeat(100_000)}NaN`)).toThrow(JsonSyntaxError)
})

test('a key named __proto__ is a key', () => {
  const parsed = parseJson('{"__proto__":NaN}') as object
  expect(Object.keys(parsed)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
})

test.each([
  ['a function', () => 1],
  ['a Date', new Date(0)],
  ['a Map', new Map()],
  ['bytes', new Uint8Array(1)],
  ['a lone surrogate', '\ud800'],
  ['a symbol', Symbol('s')],
])('%s has no JSON', (_, value) => {
  expect(() => printJson({ deep: [value] })).toThrow(PrintError)
})

test('a cycle has no JSON', () => {
  const cycle: unknown[] = []
  cycle.push(cycle)
  expect(() => printJson(cycle)).toThrow(PrintError)
})

test('free JSON prints integers as integers and drops undefined keys', () => {
  expect(printJson({ a: 1, b: 1.5, c: 10n ** 30n, d: undefined, e: NaN, f: ['é☃', true, null] })).toBe(
    '{"a":1,"b":1.5,"c":1000000000000000000000000000000,"e":null,"f":["é☃",true,null]}',
  )
})
