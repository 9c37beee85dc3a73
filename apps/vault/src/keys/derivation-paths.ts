/**
 * Derivation paths (BIP-44, BIP-84) of the first account on each chain family, as other wallets use
 * them.
 */
export const derivationPaths = {
  eip155: "m/44'/60'/0'/0/0",
  solana: "m/44'/501'/0'/0'",
  bip122: "m/84'/0'/0'/0/0",
  /** Bitcoin's test networks have coin type 1 (SLIP-44), and therefore other keys. */
  bip122Test: "m/84'/1'/0'/0/0",
} as const
