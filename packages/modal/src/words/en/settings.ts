/** Words of the account's settings. */
export const settingsWords = {
  email: 'Email',
  recovery: 'Recovery',
  recoverySet: 'Set up',
  recoveryUnset: 'Not set up',
  exportKeys: 'Export keys',
  devices: 'Devices',
  heading: 'Settings',
  address: 'Address',
  wallet: 'Wallet',
  network: 'Network',
  accounts: 'Accounts',
  current: 'Current',
  type: {
    eoa: 'Account',
    smartAccount: 'Smart account',
    payment: 'Payment',
    ordinals: 'Ordinals',
    stacks: 'Stacks',
  },
}
