import { fileURLToPath } from 'node:url'

/**
 * Folder of the vault that this repository builds. When the gateway is installed elsewhere, the
 * operator configures the folder.
 */
export const vaultFolder = fileURLToPath(new URL('../../../../../apps/vault/dist', import.meta.url))
