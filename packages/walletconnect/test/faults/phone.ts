import type { KitStorage } from '@latchkey/core'
import { hasCode } from '@latchkey/protocol'
import type { MockRelay } from '@latchkey/testing'
import { createWallet } from '../../src/wallet.ts'
import type { WalletEvent, WalletSide } from '../../src/wallet-contract.ts'
import { account } from '../small-wallet.ts'

const namespaces = {
  eip155: {
    accounts: [account],
    methods: ['personal_sign'],
    events: ['accountsChanged', 'chainChanged'],
  },
}

/** A wallet whose user says yes to everything, and tries again when a relay was lost. */
export interface Phone {
  readonly wallet: WalletSide
  /** Ids in the order they were shown. */
  readonly proposals: number[]
  readonly requests: number[]
  /** Reasons of ended sessions. */
  readonly ended: string[]
  /** Codes of what failed here. */
  readonly failures: string[]
  /** Waits with its answers while this is set. */
  isAway: boolean
  follow(link: string): Promise<void>
  /** Answers what has waited. */
  comeBack(): void
  isWallet(did: string): boolean
}

const didOf = (url: string): string =>
  (JSON.parse(atob(new URL(url).searchParams.get('auth')?.split('.')[1] ?? '')) as { iss: string })
    .iss

export function phone(options: {
  readonly relay: MockRelay
  readonly relays: readonly { readonly url: string }[]
  readonly storage?: KitStorage | undefined
}): Phone {
  const dids = new Set<string>()
  const WebSocket = new Proxy(options.relay.WebSocket, {
    construct(Socket, [url]: [string]) {
      dids.add(didOf(url))
      return new Socket(url)
    },
  })
  const wallet = createWallet({
    relays: options.relays,
    metadata: { name: 'Phone', description: '', url: 'https://phone.test', icons: [] },
    storage: options.storage ?? null,
    WebSocket,
  })
  const made: Phone = {
    wallet,
    proposals: [],
    requests: [],
    ended: [],
    failures: [],
    isAway: false,
    isWallet: (did) => dids.has(did),
    async follow(link) {
      await persist(() => wallet.pair(link))
    },
    comeBack() {
      made.isAway = false
      for (const event of wallet.getPending()) {
        meet(event)
      }
    },
  }
  async function persist(act: () => Promise<unknown>, isWanted = () => true): Promise<void> {
    for (let tries = 0; tries < 5 && isWanted(); tries++) {
      try {
        await act()
        return
      } catch (error) {
        made.failures.push(hasCode(error) ? error.code : `not ours: ${String(error)}`)
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
    }
  }
  function meet(event: WalletEvent): void {
    if (made.isAway) return
    const isPending = (id: number) => () =>
      wallet
        .getPending()
        .some(
          (one) =>
            ('request' in one ? one.request.id : 'proposal' in one && one.proposal.id) === id,
        )
    if (event.type === 'proposal')
      void persist(
        () => wallet.approve(event.proposal.id, { namespaces }),
        isPending(event.proposal.id),
      )
    if (event.type === 'request') {
      const { id, params } = event.request
      void persist(
        () => wallet.respond(event.request, { result: `signed ${String(params)}` }),
        isPending(id),
      )
    }
  }
  wallet.watch((event) => {
    if (event.type === 'proposal') made.proposals.push(event.proposal.id)
    if (event.type === 'request') made.requests.push(event.request.id)
    if (event.type === 'session-ended') made.ended.push(event.reason)
    meet(event)
  })
  return made
}
