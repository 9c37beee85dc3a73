import type { Adapter, Connector, TogetherPrompt } from '@latchkey/core'
import type { WalletAddress } from '@latchkey/wbip/request'

/** A wallet that was chosen, and what its one prompt has told of every family. */
export interface Chosen {
  /** Dotted path on the page. */
  readonly id: string
  readonly addresses: readonly WalletAddress[]
}
/** Shows the dialog; resolves when a wallet has told its addresses, throws `modal-closed` when it was closed. */
export type Choose = (parameters: {
  readonly page: object
  /** Dotted paths; default all. */
  readonly approved?: readonly string[] | undefined
  /** CAIP-2 of the chain that is asked for. */
  readonly chain: 'stacks:1' | 'stacks:2147483648'
}) => Promise<Chosen>

const names = { 'stacks:1': 'Stacks', 'stacks:2147483648': 'Stacks Testnet' } as const

/** The dialog of this kit, over wallets for Stacks; nothing of it is loaded before. */
export const chooseByModal: Choose = async ({ page, approved, chain }) => {
  const [{ createKit }, { stacks }, { createModal }, { takeAnswered }] = await Promise.all([
    import('@latchkey/core'),
    import('@latchkey/stacks'),
    import('@latchkey/modal'),
    import('@latchkey/wbip/together'),
  ])
  const box: TogetherPrompt & { id?: string } = {}
  const nativeCurrency = { name: 'Stacks', symbol: 'STX', decimals: 6 }
  const adapter = stacks({ chains: [{ id: chain, name: names[chain], nativeCurrency, rpcUrls: [] }], page })
  // Nothing is kept by this kit: what is kept is the drop-in's own.
  const kit = createKit({ id: 'stacks-connect', adapters: [listening(adapter, box, approved)], storage: null })
  const modal = createModal(kit, { prefetch: false })
  const stop = kit.subscribe(() => {})
  try {
    await modal.connect()
    return { id: box.id ?? '', addresses: takeAnswered(box) }
  } finally {
    modal.close()
    modal.destroy()
    stop()
  }
}

/** The adapter, with connectors that ask for every family at once and leave what was told in `box`. */
export function listening(
  adapter: Adapter,
  box: TogetherPrompt & { id?: string },
  approved: readonly string[] | undefined,
): Adapter {
  const wrap = (connector: Connector): Connector => ({
    ...connector,
    async connect(request) {
      const together: TogetherPrompt = {}
      const grant = await connector.connect({ ...request, together })
      box.id = connector.wallet.keys[0] ?? ''
      box.answered = together.answered
      return grant
    },
  })
  return {
    ...adapter,
    discover: (found) =>
      adapter.discover((connector) => {
        if (!approved || connector.wallet.keys.some((key) => approved.includes(key))) found(wrap(connector))
      }),
  }
}
