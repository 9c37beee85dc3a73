import { fileURLToPath } from 'node:url'

/** The vault as this repository builds it; elsewhere the operator says where it lies. */
export const vaultFolder = fileURLToPath(new URL('../../../../../apps/vault/dist', import.meta.url))
