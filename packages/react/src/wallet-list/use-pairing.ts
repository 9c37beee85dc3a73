import {
  connect,
  type Prompt,
  prepareConnect,
  readPlatform,
  type WalletLink,
  walletLink,
} from '@latchkey/core'
import { hasCode, type LatchkeyError, type WalletListing } from '@latchkey/protocol'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { type Outcome, useAction } from '../hooks/use-action.ts'
import { useConnectors } from '../hooks/use-connectors.ts'
import { useKit } from '../hooks/use-kit.ts'
import { useRead } from '../hooks/use-read.ts'

export declare namespace usePairing {
  interface Parameters {
    /**
     * Whether a pairing link is made ahead of the click, and renewed, while the component is
     * mounted. On phones the tap on a link must open the wallet by itself, so the link has to exist
     * before the tap. Default false.
     */
    readonly isPrepared?: boolean
  }

  interface ReturnType {
    /**
     * Id of the connector for wallets on other devices or in other apps; absent when the kit has no
     * such transport.
     */
    readonly connector?: string
    /** The pairing link to show as a QR code; absent until it is made, and after it has expired. */
    readonly uri?: string
    /**
     * Time when the link stops working, in milliseconds since the epoch. A link is renewed before
     * that time.
     */
    readonly expiresAt?: number
    /** `waiting`: a wallet may scan the code or follow the link now. */
    readonly status: 'idle' | 'waiting' | 'connected' | 'failed'
    /** Why the last attempt to connect, or to make a link, failed. */
    readonly error?: LatchkeyError
    /**
     * Begins to wait for a wallet; resolves to the result. Call it when the code is shown or a link
     * is pressed. A second call ends the first.
     */
    readonly start: () => Promise<Outcome<connect.ReturnType>>
    /** Stops waiting for a wallet; the link is then invalid. */
    readonly cancel: () => void
    /**
     * Returns the address that opens a wallet on this device with the pairing link; undefined while
     * there is no link, null when the wallet has no app or page for this device.
     */
    readonly linkTo: (listing: WalletListing) => WalletLink | null | undefined
  }
}

type LinkPrompt = Extract<Prompt, { readonly kind: 'uri' }>

/**
 * Connects a wallet on another device or in another app. The hook returns the pairing link for a QR
 * code, its expiry, and the address that opens a given wallet with it.
 *
 * @example
 * ```tsx
 * import { usePairing } from '@latchkey/react'
 *
 * function Scan() {
 *   const { uri, error, start } = usePairing()
 *   if (error) return <p>{error.message}</p>
 *   return uri ? <code>{uri}</code> : <button onClick={() => void start()}>Show a code</button>
 * }
 * ```
 */
export function usePairing({
  isPrepared = false,
}: usePairing.Parameters = {}): usePairing.ReturnType {
  const kit = useKit()
  const transport = useConnectors().find(({ prepare }) => prepare)
  const id = transport?.id
  const { state, run, cancel } = useAction(connect)
  const connection = useRead((read) => read.getState().connections[id ?? ''])
  const [prepared, setPrepared] = useState<LinkPrompt>()
  const [preparingError, setPreparingError] = useState<LatchkeyError>()
  const prompt = connection?.status === 'connecting' ? connection.prompt : undefined
  const shownPrompt = prompt?.kind === 'uri' ? prompt : prepared
  const isValid = useIsBefore(shownPrompt?.expiresAt)
  const isPreparedValid = useIsBefore(prepared?.expiresAt)

  useEffect(() => {
    // A connection uses up its link, so the next link is made only after the connection has ended.
    if (!isPrepared || id === undefined || isPreparedValid || connection?.status === 'connected')
      return
    const controller = new AbortController()
    prepareConnect(kit, { connector: id, signal: controller.signal }).then(
      (answer) => {
        if (controller.signal.aborted || answer?.kind !== 'uri') return
        setPrepared(answer)
        setPreparingError(undefined)
      },
      (error) => {
        if (!controller.signal.aborted && hasCode(error)) setPreparingError(error)
      },
    )
    return () => controller.abort()
  }, [kit, id, isPrepared, isPreparedValid, connection?.status])

  const start = useCallback(
    // When the kit has no such transport, `connect` itself fails with `connector-not-found`.
    () => run({ connector: id ?? 'remote' }),
    [run, id],
  )
  const uri = isValid ? shownPrompt?.uri : undefined
  const linkTo = useCallback(
    (listing: WalletListing) =>
      uri === undefined ? undefined : walletLink(listing, uri, readPlatform()),
    [uri],
  )
  return useMemo(() => {
    const error = state.status === 'failed' ? state.error : preparingError
    const status =
      connection?.status === 'connected'
        ? 'connected'
        : connection?.status === 'connecting'
          ? 'waiting'
          : error
            ? 'failed'
            : 'idle'
    return {
      status,
      start,
      cancel,
      linkTo,
      ...(id !== undefined && { connector: id }),
      ...(uri !== undefined && { uri }),
      ...(uri !== undefined && shownPrompt && { expiresAt: shownPrompt.expiresAt }),
      ...(error && status === 'failed' && { error }),
    }
  }, [state, preparingError, connection?.status, start, cancel, linkTo, id, uri, shownPrompt])
}

/**
 * Returns whether a time is in the future; the component is rendered again when that time has come.
 */
function useIsBefore(time: number | undefined): boolean {
  const [, setPassed] = useState<number>()
  useEffect(() => {
    if (time === undefined) return
    const timer = setTimeout(() => setPassed(time), Math.max(0, time - Date.now()))
    return () => clearTimeout(timer)
  }, [time])
  return time !== undefined && Date.now() < time
}
