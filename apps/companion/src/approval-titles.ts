import type { Approval } from '@latchkey/signer'

/** Headings of what a visitor is asked. */
export const approvalTitles = {
  connect: 'Connect',
  message: 'Sign message',
  'typed-data': 'Sign data',
  transaction: 'Send transaction',
  'switch-chain': 'Switch network',
  'add-chain': 'Add network',
} as const satisfies Record<Approval['kind'], string>
