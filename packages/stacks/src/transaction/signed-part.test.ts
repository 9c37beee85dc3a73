import {
  makeContractCall,
  makeSTXTokenTransfer,
  makeUnsignedSTXTokenTransfer,
  privateKeyToPublic,
  sponsorTransaction,
  uintCV,
} from '@stacks/transactions'
import { describe, expect, test } from 'vitest'
import { boot } from '../../test/fixture.ts'
import { signedPart } from './signed-part.ts'

const keys = [1, 2, 3].map((byte) => `${byte.toString(16).padStart(2, '0').repeat(32)}01`)
const [key = ''] = keys
const publicKeys = keys.map((one) => privateKeyToPublic(one) as string)
const transfer = {
  recipient: boot.test,
  amount: 1n,
  fee: 200n,
  nonce: 0n,
  network: 'testnet',
} as const

describe('signedPart', () => {
  test('default: signing and another fee leave it as it is, another amount does not', async () => {
    const unsigned = await makeUnsignedSTXTokenTransfer({
      ...transfer,
      publicKey: publicKeys[0] ?? '',
    })
    const signed = await makeSTXTokenTransfer({ ...transfer, fee: 500n, nonce: 7n, senderKey: key })
    const other = await makeSTXTokenTransfer({ ...transfer, amount: 2n, senderKey: key })
    const part = signedPart(unsigned.serialize())
    expect(part).not.toBeNull()
    expect(signedPart(`0x${signed.serialize().toUpperCase()}`)).toBe(part)
    expect(signedPart(other.serialize())).not.toBe(part)
  })

  test('behavior: of several signers, with keys and signatures among the fields', async () => {
    const several = { ...transfer, publicKeys, numSignatures: 2 }
    const unsigned = await makeUnsignedSTXTokenTransfer(several)
    const signed = await makeSTXTokenTransfer({ ...several, signerKeys: keys.slice(0, 2) })
    expect(signedPart(unsigned.serialize())).toBe(signedPart(signed.serialize()))
    expect(signedPart(signed.serialize())).toMatch(/^[0-9a-f]+$/)
  })

  test('behavior: of a sponsored call, whoever pays for it', async () => {
    const call = await makeContractCall({
      contractAddress: boot.test,
      contractName: 'pox-4',
      functionName: 'get-pox-info',
      functionArgs: [uintCV(1)],
      senderKey: key,
      fee: 0n,
      nonce: 0n,
      network: 'testnet',
      sponsored: true,
    })
    const before = signedPart(call.serialize())
    const paid = await sponsorTransaction({
      transaction: call,
      sponsorPrivateKey: keys[1] ?? '',
      fee: 300n,
      sponsorNonce: 0n,
      network: 'testnet',
    })
    expect(before).not.toBeNull()
    expect(signedPart(paid.serialize())).toBe(before)
  })

  test.each([
    '',
    '0x',
    'zz',
    '80000000',
    `8080000000${'06'}${'00'.repeat(200)}`,
    `8080000000${'04'}${'00'.repeat(20)}`,
  ])('behavior: %s is none', (text) => expect(signedPart(text)).toBeNull())
})
