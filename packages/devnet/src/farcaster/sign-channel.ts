import { mnemonic } from '../evm/accounts.ts'
import type { Channel, ChannelAnswer } from './channels.ts'
import type { FarcasterPerson } from './farcaster-people.ts'

/**
 * Signs the sign-in request of a channel as a test person, like the Farcaster app (FIP-11:
 * EIP-4361, chain 10, one resource).
 */
export async function signChannel(
  { request, acceptAuthAddress }: Channel,
  person: FarcasterPerson,
): Promise<ChannelAnswer> {
  const [{ mnemonicToAccount }, { createSiweMessage }] = await Promise.all([
    import('viem/accounts'),
    import('viem/siwe'),
  ])
  const { fid, username, displayName, custody, signs } = person
  const isAuthAddressUsed = acceptAuthAddress && signs.authAddress !== undefined
  const account = mnemonicToAccount(mnemonic, {
    addressIndex: (isAuthAddressUsed ? signs.authAddress : undefined) ?? signs.custody,
  })
  const { domain, siweUri, nonce, notBefore, expirationTime, requestId } = request
  const message = createSiweMessage({
    domain,
    address: account.address,
    statement: 'Farcaster Auth',
    uri: siweUri,
    version: '1',
    chainId: 10,
    nonce,
    issuedAt: new Date(),
    ...(notBefore ? { notBefore: new Date(notBefore) } : {}),
    ...(expirationTime ? { expirationTime: new Date(expirationTime) } : {}),
    ...(requestId ? { requestId } : {}),
    resources: [`farcaster://fid/${fid}`],
  })
  return {
    message,
    signature: await account.signMessage({ message }),
    authMethod: isAuthAddressUsed ? 'authAddress' : 'custody',
    fid,
    username,
    displayName,
    custody,
    bio: 'A test account.',
    pfpUrl: '',
    verifications: [],
  }
}
