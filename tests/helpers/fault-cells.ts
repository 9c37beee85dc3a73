import type { ErrorCode } from '@latchkey/protocol'

export type Fault =
  | 'reject'
  | 'hang'
  | 'answer twice'
  | 'answer late'
  | 'change account'
  | 'change chain'
  | 'disconnect'
  | 'vanish'
export type Verb = 'connect' | 'resume' | 'switch' | 'sign' | 'send' | 'swap'

/** How a cell must end: `done`, an error's code, or for resume what the page shows afterwards. */
export interface Cell {
  readonly ends: 'done' | ErrorCode
  /** What the page shows right afterwards. */
  readonly shows: 'connected' | 'disconnected'
}

const done: Cell = { ends: 'done', shows: 'connected' }
const fails = (ends: ErrorCode, shows: Cell['shows']): Cell => ({ ends, shows })

/**
 * Every fault for every action. Resuming never throws: a dead session is deleted, and the page
 * shows it.
 */
export const cells: Readonly<Record<Fault, Readonly<Record<Verb, Cell>>>> = {
  reject: {
    connect: fails('connection-rejected', 'disconnected'),
    resume: { ends: 'done', shows: 'disconnected' },
    switch: fails('switch-rejected', 'connected'),
    sign: fails('user-rejected', 'connected'),
    send: fails('user-rejected', 'connected'),
    swap: fails('user-rejected', 'connected'),
  },
  hang: {
    connect: fails('aborted', 'disconnected'),
    resume: { ends: 'done', shows: 'disconnected' },
    switch: fails('aborted', 'connected'),
    sign: fails('aborted', 'connected'),
    send: fails('aborted', 'connected'),
    swap: fails('aborted', 'connected'),
  },
  'answer twice': { connect: done, resume: done, switch: done, sign: done, send: done, swap: done },
  'answer late': {
    connect: fails('aborted', 'disconnected'),
    resume: { ends: 'done', shows: 'disconnected' },
    switch: fails('aborted', 'connected'),
    sign: fails('aborted', 'connected'),
    send: fails('aborted', 'connected'),
    swap: fails('aborted', 'connected'),
  },
  'change account': {
    connect: done,
    resume: done,
    switch: done,
    sign: done,
    send: done,
    swap: done,
  },
  'change chain': {
    connect: done,
    resume: done,
    switch: done,
    sign: done,
    // The transaction names its chain, so a wallet on another chain must refuse it instead of
    // sending it there.
    send: fails('rpc-invalid-params', 'connected'),
    swap: fails('rpc-invalid-params', 'connected'),
  },
  disconnect: {
    connect: fails('aborted', 'disconnected'),
    resume: { ends: 'done', shows: 'disconnected' },
    switch: fails('wallet-disconnected', 'disconnected'),
    sign: fails('wallet-disconnected', 'disconnected'),
    send: fails('wallet-disconnected', 'disconnected'),
    swap: fails('wallet-disconnected', 'disconnected'),
  },
  vanish: {
    connect: fails('aborted', 'disconnected'),
    resume: { ends: 'done', shows: 'disconnected' },
    switch: fails('wallet-disconnected', 'disconnected'),
    sign: fails('wallet-disconnected', 'disconnected'),
    send: fails('wallet-disconnected', 'disconnected'),
    swap: fails('wallet-disconnected', 'disconnected'),
  },
}
