import { compile, receiptOf } from '@latchkey/devnet'
import {
  createWalletClient,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  http,
  serializeErc6492Signature,
  zeroHash,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'

/** Contract wallets on a devnet: one that stands there, and one that could (ERC-6492). */
export async function ownedWallets(url: string, mnemonic: string, owner: Hex) {
  const artifacts = await compile()
  const { OwnedWallet: wallet, WalletMaker: maker } = artifacts
  if (!wallet || !maker) throw new Error('not compiled')
  const payer = mnemonicToAccount(mnemonic, { addressIndex: 5 })
  const writes = createWalletClient({ transport: http(url), account: payer })
  const deploy = async (data: Hex): Promise<Hex> => {
    const hash = await writes.sendTransaction({ data, chain: null })
    const { contractAddress } = await receiptOf(url, hash)
    if (!contractAddress) throw new Error('nothing was made')
    return contractAddress
  }
  const standing = await deploy(encodeDeployData({ ...wallet, args: [owner] }))
  const factory = await deploy(encodeDeployData({ ...maker }))
  const bytecode = encodeDeployData({ ...wallet, args: [owner] })
  const data = encodeFunctionData({ abi: maker.abi, functionName: 'make', args: [owner, zeroHash] })
  return {
    standing,
    counterfactual: getContractAddress({
      opcode: 'CREATE2',
      from: factory,
      salt: zeroHash,
      bytecode,
    }),
    /** A signature of the owner, as the wallet that is not there yet must present it. */
    wrap: (signature: Hex): Hex => serializeErc6492Signature({ address: factory, data, signature }),
  }
}
