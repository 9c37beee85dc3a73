/**
 * Keys of the first accounts that `@latchkey/devnet` funds on each of its chains. They follow from
 * the common mnemonic of local chains and are public: nothing of value may ever be sent to them.
 */
export const devnetKeys: {
  /** Private keys for EVM chains, at `m/44'/60'/0'/0/i`. */
  readonly evm: readonly `0x${string}`[]
  /** Ed25519 seeds for Solana in hex, at `m/44'/501'/i'/0'`. */
  readonly solana: readonly string[]
  /** Private keys for Bitcoin in hex, at `m/84'/1'/0'/0/i`. */
  readonly bitcoin: readonly string[]
  /** Private keys for Stacks in hex, at `m/44'/5757'/0'/0/i`. */
  readonly stacks: readonly string[]
} = {
  evm: [
    '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
    '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  ],
  solana: [
    'a01c67efb5cb8f62f15907a9fcf124c73d2695c8a9a31f21c05742a31ca1dc72',
    '3f25626cf245c8dd65a2b91a70e6f4c285182489fda230e2553c3752aa962b61',
    '8eabe4c79ac3a146c1bc447a64233ea70694669b997b0565039471b2939e8c5e',
  ],
  bitcoin: [
    'b5c8b4acf7b66682afbc5eef20c3b12998ba3c14a97047c9187454377f1a7856',
    '2ea9ba050147af0a7e5bc697b588ee630552766810398242f3c4b9ce25c3cfd7',
    '1d100560fb83ffd36c8658032a7dd8f3971987fb35fbe6559c2835fe491b0074',
  ],
  stacks: [
    'fc2aeb16da0f2d83de6622ba7d8e891c1ee738d5631a7563d7a55e11e92f6ece',
    'ab60b6275aaca1337ad7700f4b999fd6b7d23fef8861e9007f07f4af12de94e7',
    'd37108ed91b4e80e37a9e8cc33d17875e0af4e70100aceb092a1b50354edecf2',
  ],
}
