/** The mnemonic that most local EVM chains use; it is public. */
export const mnemonic = 'test test test test test test test test test test test junk'

/** The ten funded accounts of the mnemonic in order, each with 10,000 ETH and a name. */
export const accounts = [
  { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', name: 'ada.eth' },
  { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', name: 'grace.eth' },
  { address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', name: 'alan.eth' },
  { address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906', name: 'barbara.eth' },
  { address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65', name: 'edsger.eth' },
  { address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc', name: 'margaret.eth' },
  { address: '0x976EA74026E726554dB657fA54763abd0C3a0aa9', name: 'donald.eth' },
  { address: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955', name: 'frances.eth' },
  { address: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f', name: 'dennis.eth' },
  /**
   * The reverse record of this account (mallory) falsely claims `ada.eth`, and its avatar is a
   * script: readers must accept neither.
   */
  { address: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720', name: 'mallory.eth' },
] as const
