import type { AnyDataset } from './dataset.ts'
import { ab } from './datasets/ab.ts'
import { baseConversion } from './datasets/base-conversion.ts'
import { basicArithmetic } from './datasets/basic-arithmetic.ts'
import { binaryAlternation } from './datasets/binary-alternation.ts'
import { binaryMatrix } from './datasets/binary-matrix.ts'
import { bitwiseArithmetic } from './datasets/bitwise-arithmetic.ts'
import { chainSum } from './datasets/chain-sum.ts'
import { coinFlip } from './datasets/coin-flip.ts'
import { countBits } from './datasets/count-bits.ts'
import { countPrimes } from './datasets/count-primes.ts'
import { dice } from './datasets/dice.ts'
import { gcd, lcm } from './datasets/divisors.ts'
import { fractionSimplification } from './datasets/fraction-simplification.ts'
import { legCounting } from './datasets/leg-counting.ts'
import { numberFiltering } from './datasets/number-filtering.ts'
import { numberSorting } from './datasets/number-sorting.ts'
import { palindromeGeneration } from './datasets/palindrome-generation.ts'
import { primeFactorization } from './datasets/prime-factorization.ts'
import { products } from './datasets/products.ts'
import { propositionalLogic } from './datasets/propositional-logic.ts'
import { rotateMatrix } from './datasets/rotate-matrix.ts'
import { rottenOranges } from './datasets/rotten-oranges.ts'
import { spiralMatrix } from './datasets/spiral-matrix.ts'
import { stringInsertion } from './datasets/string-insertion.ts'
import { stringSplitting } from './datasets/string-splitting.ts'
import { caesarCipher, letterCounting, wordSequenceReversal } from './datasets/texts.ts'

const datasets = [
  ab,
  baseConversion,
  basicArithmetic,
  binaryAlternation,
  binaryMatrix,
  bitwiseArithmetic,
  caesarCipher,
  chainSum,
  coinFlip,
  countBits,
  countPrimes,
  dice,
  fractionSimplification,
  gcd,
  lcm,
  legCounting,
  letterCounting,
  numberFiltering,
  numberSorting,
  palindromeGeneration,
  primeFactorization,
  products,
  propositionalLogic,
  rotateMatrix,
  rottenOranges,
  spiralMatrix,
  stringInsertion,
  stringSplitting,
  wordSequenceReversal,
]

/** What reasoning_gym 0.1.25 has besides: they need sympy, big word lists or fonts, or draw from a set in Python's order of hashes. */
const ELSEWHERE = new Set(
  `acre advanced_geometry aiw arc_1d arc_agi bf boxnet calendar_arithmetic circuit_logic codeio
   color_cube_rotation complex_arithmetic countdown course_schedule cryptarithm decimal_arithmetic decimal_chain_sum
   emoji_mystery family_relationships figlet_font futoshiki game_of_life game_of_life_halting graph_color group_anagrams
   gsm_symbolic intermediate_integration isomorphic_strings jugs kakurasu knight_swap knights_knaves largest_island
   letter_jumble list_functions mahjong_puzzle manipulate_matrix maze mini_sudoku modulo_grid n_queens needle_haystack
   number_format number_sequence palindrome_partitioning path_star polynomial_equations polynomial_multiplication
   pool_matrix power_function puzzle24 quantum_lock ransom_note rearc rectangle_count rubiks_cube
   rush_hour self_reference sentence_reordering shortest_path simple_equations simple_geometry simple_integration sokoban
   spell_backward string_manipulation string_synthesis sudoku survo syllogism time_intervals tower_of_hanoi tsumego
   word_ladder word_sorting zebra_puzzles`.split(/\s+/),
)

const byName = new Map(datasets.map((dataset) => [dataset.name, dataset]))

/** The names of the data sets that are served here, in alphabetical order. */
export const DATASET_NAMES: readonly string[] = [...byName.keys()]

/** A data set by its name in reasoning_gym; throws upstream's text for a name that upstream lacks too. */
export function findDataset(name: string): AnyDataset {
  const dataset = byName.get(name)
  if (dataset !== undefined) return dataset
  if (!ELSEWHERE.has(name)) throw new Error(`Dataset '${name}' not registered`)
  throw new Error(`Dataset '${name}' is one of reasoning_gym's that are not served here. Served: ${DATASET_NAMES.join(', ')}, composite.`)
}
