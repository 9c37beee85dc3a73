import { ConnectButton } from '@latchkey/modal'
import { erc20Abi } from 'viem'
import { useAccount, useSwitchChain, useWriteContract } from 'wagmi'
import { modal } from './wagmi'

export function App() {
  const { address, chain } = useAccount()
  return (
    <>
      <header>
        <strong>My wagmi app</strong>
        <ConnectButton modal={modal} />
      </header>
      <main>
        <h1>wagmi, with another dialog</h1>
        {address ? (
          <>
            <section>
              <output>{address}</output>
              <p>Network: {chain?.name ?? 'unknown'}</p>
            </section>
            <Networks />
            <Approve spender={address} />
          </>
        ) : (
          <p>Connect a wallet to use it.</p>
        )}
      </main>
    </>
  )
}

function Networks() {
  const { chains, switchChain, error, isPending } = useSwitchChain()
  return (
    <section>
      <h2>Switch the network</h2>
      <div>
        {chains.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            disabled={isPending}
            onClick={() => switchChain({ chainId: id })}
          >
            {name}
          </button>
        ))}
      </div>
      {error && <p role="alert">{error.message}</p>}
    </section>
  )
}

/** Allows nothing to be spent: a contract call that costs a fee and changes nothing. */
function Approve({ spender }: { spender: `0x${string}` }) {
  const { data: hash, writeContract, error, isPending } = useWriteContract()
  const approve = () =>
    writeContract({
      address: '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238', // USDC on Sepolia
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender, 0n],
    })
  return (
    <section>
      <h2>Call a contract</h2>
      <button type="button" disabled={isPending} onClick={approve}>
        Approve nothing
      </button>
      {hash && <output>Transaction: {hash}</output>}
      {error && <p role="alert">{error.message}</p>}
    </section>
  )
}
