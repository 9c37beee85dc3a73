'use client'

import { mainnet, sepolia } from '@latchkey/catalog/networks'
import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { ConnectButton, createModal } from '@latchkey/modal'
import { jsx } from 'react/jsx-runtime'

const kit = createKit({ adapters: [evm({ chains: [mainnet, sepolia] })] })
const modal = createModal(kit)

/** The page of `examples/minimal`, as a compiler of JSX writes it. */
export function Connect() {
  return jsx(ConnectButton, { modal })
}
