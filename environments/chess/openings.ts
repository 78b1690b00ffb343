/** An opening: both sides' first moves in UCI, after which the agent has the side to move. */
export interface Opening {
  readonly name: string
  readonly moves: string
}

export const TRAINING_OPENINGS: readonly Opening[] = [
  { name: 'Ruy Lopez', moves: 'e2e4 e7e5 g1f3 b8c6 f1b5' },
  { name: 'Italian Game', moves: 'e2e4 e7e5 g1f3 b8c6 f1c4' },
  { name: 'Scotch Game', moves: 'e2e4 e7e5 g1f3 b8c6 d2d4' },
  { name: "King's Gambit", moves: 'e2e4 e7e5 f2f4' },
  { name: 'Vienna Game', moves: 'e2e4 e7e5 b1c3' },
  { name: 'Sicilian Defence', moves: 'e2e4 c7c5' },
  { name: 'Sicilian Defence, open', moves: 'e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4' },
  { name: 'French Defence', moves: 'e2e4 e7e6 d2d4 d7d5' },
  { name: 'Caro-Kann Defence', moves: 'e2e4 c7c6 d2d4 d7d5' },
  { name: 'Scandinavian Defence', moves: 'e2e4 d7d5' },
  { name: "Queen's Gambit", moves: 'd2d4 d7d5 c2c4' },
  { name: "Queen's Gambit accepted", moves: 'd2d4 d7d5 c2c4 d5c4' },
  { name: "Queen's Gambit declined", moves: 'd2d4 d7d5 c2c4 e7e6' },
  { name: 'Slav Defence', moves: 'd2d4 d7d5 c2c4 c7c6' },
  { name: "King's Indian Defence", moves: 'd2d4 g8f6 c2c4 g7g6' },
  { name: 'Nimzo-Indian Defence', moves: 'd2d4 g8f6 c2c4 e7e6 b1c3 f8b4' },
  { name: 'English Opening', moves: 'c2c4 e7e5' },
  { name: 'Réti Opening', moves: 'g1f3 d7d5 c2c4' },
]

export const TEST_OPENINGS: readonly Opening[] = [
  { name: 'Petrov Defence', moves: 'e2e4 e7e5 g1f3 g8f6' },
  { name: 'Four Knights Game', moves: 'e2e4 e7e5 g1f3 b8c6 b1c3 g8f6' },
  { name: 'Pirc Defence', moves: 'e2e4 d7d6 d2d4 g8f6' },
  { name: 'Alekhine Defence', moves: 'e2e4 g8f6' },
  { name: 'Grünfeld Defence', moves: 'd2d4 g8f6 c2c4 g7g6 b1c3 d7d5' },
  { name: 'Dutch Defence', moves: 'd2d4 f7f5' },
  { name: "Queen's Indian Defence", moves: 'd2d4 g8f6 c2c4 e7e6 g1f3 b7b6' },
  { name: 'London System', moves: 'd2d4 d7d5 c1f4' },
]
