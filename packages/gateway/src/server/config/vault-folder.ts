import { fileURLToPath } from 'node:url'

/**
 * The vault that this repository builds; installed elsewhere, the operator configures its folder.
 */
export const vaultFolder = fileURLToPath(new URL('../../../../../apps/vault/dist', import.meta.url))
