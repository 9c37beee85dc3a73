import {
  AccountRole,
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getProgramDerivedAddress,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { Psbt, payments } from 'bitcoinjs-lib'
import { bytesToHex, hexToBytes } from 'viem'
import { sign } from 'viem/accounts'
import {
  deriveAccounts,
  deriveDevnetRoot,
  deriveKeyAt,
} from '../../../packages/devnet/src/bitcoin/bitcoin-accounts.ts'
import { deriveSolanaAccounts } from '../../../packages/devnet/src/solana/solana-accounts.ts'
import { regtest } from '../src/test/test-proofs.ts'

const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const associatedProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
/** USDC of the Solana devnet, six decimals. */
export const solanaUsdc: Address = address('7vbxF46dH8x6waU7BEkLv8BQumx9kAsvpTC3XMPpYB2A')

/** Sends a request to a Solana node. */
export async function askSolana<T>(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await answer.json()) as { result: T; error?: unknown }
  if (error) throw new Error(JSON.stringify(error))
  return result
}

/** Address of an owner's USDC token account. */
export async function usdcAccountOf(owner: Address): Promise<Address> {
  const seeds = [owner, tokenProgram, solanaUsdc].map((one) => getAddressEncoder().encode(one))
  return (await getProgramDerivedAddress({ programAddress: associatedProgram, seeds }))[0]
}

/** Gives lamports by airdrop, and USDC (base units) from the devnet's first account. */
export async function fundSolana(
  url: string,
  to: Address,
  lamports: number,
  usdc: bigint,
): Promise<void> {
  await askSolana(url, 'requestAirdrop', [to, lamports])
  const [first] = deriveSolanaAccounts()
  const payer = await createKeyPairSignerFromPrivateKeyBytes(first?.seed ?? new Uint8Array())
  const [from, into] = await Promise.all([usdcAccountOf(payer.address), usdcAccountOf(to)])
  const amount = new Uint8Array(10)
  amount.set([12])
  new DataView(amount.buffer).setBigUint64(1, usdc, true)
  amount.set([6], 9)
  const { READONLY, WRITABLE, READONLY_SIGNER, WRITABLE_SIGNER } = AccountRole
  const systemProgram = address('11111111111111111111111111111111')
  const { value } = await askSolana<{
    value: { blockhash: Blockhash; lastValidBlockHeight: number }
  }>(url, 'getLatestBlockhash', [])
  const lifetime = {
    blockhash: value.blockhash,
    lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
  }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayerSigner(payer, one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) =>
      appendTransactionMessageInstructions(
        [
          {
            programAddress: associatedProgram,
            accounts: [
              { address: payer.address, role: WRITABLE_SIGNER },
              { address: into, role: WRITABLE },
              { address: to, role: READONLY },
              { address: solanaUsdc, role: READONLY },
              { address: systemProgram, role: READONLY },
              { address: tokenProgram, role: READONLY },
            ],
            // Instruction to create the account unless it exists.
            data: Uint8Array.of(1),
          },
          {
            programAddress: tokenProgram,
            accounts: [
              { address: from, role: WRITABLE },
              { address: solanaUsdc, role: READONLY },
              { address: into, role: WRITABLE },
              { address: payer.address, role: READONLY_SIGNER },
            ],
            data: amount,
          },
        ],
        one,
      ),
  )
  const signed = await signTransactionMessageWithSigners(message)
  await askSolana(url, 'sendTransaction', [
    getBase64EncodedWireTransaction(signed),
    { encoding: 'base64' },
  ])
}

interface Coin {
  readonly txid: string
  readonly vout: number
  readonly value: number
}

/** Unspent coins of an address on the Bitcoin devnet, including unconfirmed ones. */
export async function coinsOf(url: string, of: string): Promise<readonly Coin[]> {
  return (await fetch(`${url}/address/${of}/utxo`)).json() as Promise<readonly Coin[]>
}

/** Pays satoshi from the devnet's first account, and waits for a block. */
export async function fundBitcoin(url: string, to: string, satoshi: number): Promise<void> {
  const root = deriveDevnetRoot()
  const from = deriveAccounts(root)[0]?.payment ?? ''
  const { secret, publicKey } = deriveKeyAt(root, "m/84'/1'/0'/0/0")
  const coin = (await coinsOf(url, from)).find(({ value }) => value > satoshi + 2000)
  if (!coin) throw new Error('the devnet has no such coin')
  const script = payments.p2wpkh({ pubkey: publicKey, network: regtest }).output ?? new Uint8Array()
  const psbt = new Psbt({ network: regtest })
  psbt.addInput({
    hash: coin.txid,
    index: coin.vout,
    witnessUtxo: { script, value: BigInt(coin.value) },
  })
  psbt.addOutput({ address: to, value: BigInt(satoshi) })
  psbt.addOutput({ script, value: BigInt(coin.value - satoshi - 1000) })
  await psbt.signInputAsync(0, {
    publicKey,
    async sign(hash: Uint8Array) {
      const { r, s } = await sign({ hash: bytesToHex(hash), privateKey: bytesToHex(secret) })
      return Uint8Array.of(...hexToBytes(r, { size: 32 }), ...hexToBytes(s, { size: 32 }))
    },
  })
  const hex = psbt.finalizeAllInputs().extractTransaction().toHex()
  const posted = await fetch(`${url}/tx`, { method: 'POST', body: hex })
  if (!posted.ok) throw new Error(await posted.text())
  const txid = await posted.text()
  const isMined = async (): Promise<boolean> => {
    const status = (await (await fetch(`${url}/tx/${txid}/status`)).json()) as {
      confirmed: boolean
    }
    return status.confirmed
  }
  while (!(await isMined())) {
    await new Promise((done) => setTimeout(done, 100))
  }
}
