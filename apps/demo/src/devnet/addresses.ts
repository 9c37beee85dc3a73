/**
 * Addresses of the services that `npm start` runs; when ports were changed, the server writes them
 * into the page.
 */
export interface Addresses {
  readonly gateway: string
  readonly evm: string
  readonly companion: string
  readonly solana: string
  readonly bitcoin: string
  readonly stacks: string
  /** Address of the vault for embedded wallets; empty when none is served. */
  readonly vault: string
}

const fallbackAddresses: Addresses = {
  gateway: 'http://localhost:4301',
  evm: 'http://localhost:8545',
  companion: 'http://localhost:4303',
  solana: 'http://localhost:8899',
  bitcoin: 'http://localhost:3002',
  stacks: 'http://localhost:3999',
  vault: '',
}

export function readAddresses(page: Document): Addresses {
  const readAddress = (name: keyof Addresses): string => {
    const content =
      page.querySelector(`meta[name="latchkey-${name}"]`)?.getAttribute('content') ?? ''
    return /^https?:\/\//.test(content) ? content : fallbackAddresses[name]
  }
  return {
    gateway: readAddress('gateway'),
    evm: readAddress('evm'),
    companion: readAddress('companion'),
    solana: readAddress('solana'),
    bitcoin: readAddress('bitcoin'),
    stacks: readAddress('stacks'),
    vault: readAddress('vault'),
  }
}
