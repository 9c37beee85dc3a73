import type { Approval } from '@latchkey/signer'

/** Headings that the approval window shows, by the kind of request. */
export const approvalTitles = {
  connect: 'Connect',
  message: 'Sign message',
  'typed-data': 'Sign data',
  transaction: 'Send transaction',
  'switch-chain': 'Switch network',
  'add-chain': 'Add network',
  accounts: 'Connect',
  'solana-message': 'Sign message',
  'solana-sign-in': 'Sign in',
  'solana-transaction': 'Sign transaction',
  'solana-send': 'Send transaction',
  'bitcoin-message': 'Sign message',
  'bitcoin-transfer': 'Send bitcoin',
  'bitcoin-psbt': 'Sign transaction',
  'stacks-message': 'Sign message',
  'stacks-structured-message': 'Sign data',
  'stacks-transfer': 'Send STX',
  'stacks-call': 'Call a contract',
  'stacks-deploy': 'Deploy a contract',
} as const satisfies Record<Approval['kind'], string>
