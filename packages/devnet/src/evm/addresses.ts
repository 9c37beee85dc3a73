/**
 * Deployer of every contract: an address without a known key, so that the accounts' nonces start at
 * 0.
 */
export const deployer = '0x1a7c4ce900000000000000000000000000031337'

/** Fixed contract addresses of the devnet: each follows from the deployer and its nonce. */
export const addresses = {
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  weth: '0xA8C267f89Ab689D7d15F03328a1Ae2df6519c80a',
  factory: '0xe17a6A26Cac8DaF9ce0eE593481b13961E136d77',
  router: '0x958eD30B0cfCf239446B831b3109f73565463bdF',
  latch: '0x3086A80BE9a0003318A7002D5f5C0EEc851CD356',
  usdc: '0xeC46FE249Ede51238819A346cf9e8dEf314408E4',
  nft: '0x0eA47c32a020c416d7011341a399784CA74fe3eE',
  spamNft: '0x7f0fe905Aef79e25B04E3aa048226DeBbb60B1D4',
  nameRegistry: '0x1583CB493fC6666ebc8e98F5ab1c97Aa59350E47',
  nameResolver: '0x13323caaE71f5f89f1B538D8cf0720dd297C881E',
  reverseRegistrar: '0x89Be1f375cb4f9daBcC1f2C5cE86Db629C13Aca4',
  universalResolver: '0x527a92D207dF658279137E0ABB19Ce02389D4100',
  zoneResolver: '0xcE5124B35fd6937d21136a407D707B2029E8C88C',
  idRegistry: '0x97a8B12072Fa45731E33baAd40D32893DD6B726d',
  keyRegistry: '0x1a9D15D0fB7942bE2ed094798d7971e4f1F0fb41',
  entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  simpleAccountFactory: '0x91E60e0613810449d098b0b5Ec8b51A0FE8c8985',
  smartAccount: '0x2341f45d7b4d6d266E86C3baa0F3E2c91ca10f50',
  smartAccountFactory: '0x611660C950217CF604FfD7B9d5E8460A7cA95C1F',
  batchDelegate: '0x130744f64ce1bb2f370C5975789EC642D54169d7',
  latchPool: '0x0E93283d832eAD8d402c2CE989dE4c822c10aA5f',
  usdcPool: '0xdE3a78E440622991F9461954fC96404C922E55BB',
} as const

/** Name of a contract or pool of the devnet. */
export type AddressName = keyof typeof addresses
