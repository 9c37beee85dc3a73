import { base, mainnet } from '@latchkey/catalog/networks'
import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'

// It may be made on a server, too: nothing runs before the first element uses it.
export const kit = createKit({ adapters: [evm({ chains: [mainnet, base] })] })
