import { families } from '@latchkey/signer'
import { answerCall, type Caller, decideCall, lookFor } from './answer-calls.ts'
import {
  type Notice,
  type Overview,
  type OwnCall,
  type PageCall,
  personas,
  type Standard,
  type Waiting,
} from './messages.ts'
import { openPersonas } from './personas.ts'
import { openQuestions } from './questions.ts'
import { accountCount, openPermissions } from './wallet-of.ts'

const mostOfACall = 1_500_000
const standards: readonly Standard[] = ['eip1193', 'solana', ...personas]

/**
 * The extension's background: holds the keys, answers pages and its own windows. Every listener is
 * added before the first wait.
 */
export function startBackground({
  runtime,
  scripting,
  storage,
  tabs,
  windows,
}: typeof chrome): void {
  const own = runtime.getURL('').slice(0, -1)
  const questions = openQuestions(storage.session)
  const tellPages = async (): Promise<void> => {
    for (const { id } of await tabs.query({})) {
      if (id !== undefined)
        void tabs.sendMessage(id, { type: 'changed' } satisfies Notice).catch(() => undefined)
    }
  }
  const permissions = openPermissions(storage.local, () => void tellPages())
  const shown = openPersonas(storage.local, scripting)
  const showWindow = async (id: string): Promise<number | undefined> => {
    const url = runtime.getURL(`window.html?id=${encodeURIComponent(id)}`)
    return (await windows.create({ url, type: 'popup', width: 400, height: 680 }))?.id
  }
  const finishQuestion = async (
    one: Waiting | undefined,
    decision: boolean | readonly string[],
  ): Promise<void> => {
    if (!one) return
    const notice: Notice = {
      type: 'answer',
      id: one.call,
      ...(await decideCall(permissions, one, decision)),
    }
    const place = one.document === undefined ? {} : { documentId: one.document }
    // The page may be closed.
    await tabs.sendMessage(one.tab, notice, place).catch(() => undefined)
  }

  const answerOwn = async (call: OwnCall): Promise<unknown> => {
    const { signer, families: others } = await permissions.open(async () => false)
    switch (call.type) {
      case 'read':
        return (await questions.list()).find(({ id }) => id === call.id)?.approval ?? null
      case 'decide': {
        await finishQuestion(await questions.take(call.id), call.decision)
        return true
      }
      case 'sites':
        return {
          sites: signer.sites(),
          grants: others.grants(),
          count: accountCount,
          personas: await shown.read(),
        } satisfies Overview
      case 'revoke':
        signer.revoke(call.origin)
        return others.revoke(call.origin, families)
      case 'choose':
        return others.select(call.origin, call.account)
      case 'persona':
        return shown.turn(call.persona, call.isOn)
      case 'select':
        return signer.selectAccount(call.origin, call.account)
    }
  }
  const answerPage = async (call: PageCall, caller: Caller): Promise<unknown> => {
    if (call.type === 'look') return lookFor(permissions, caller.origin)
    if (call.type !== 'call' || typeof call.id !== 'string' || typeof call.method !== 'string')
      return null
    if (!standards.includes(call.standard)) return null
    if (JSON.stringify(call.params ?? null).length > mostOfACall)
      return { error: { code: -32602, message: 'too long' } }
    return answerCall({ permissions, questions, show: showWindow }, caller, call)
  }

  runtime.onMessage.addListener((message, sender, respond) => {
    const { id, origin, tab, documentId: document } = sender
    if (id !== runtime.id || typeof message !== 'object' || message === null) return false
    const isPage = tab?.id !== undefined && origin !== undefined && /^https?:\/\//.test(origin)
    if (origin !== own && !isPage) return false
    const work =
      origin === own
        ? answerOwn(message as OwnCall)
        : answerPage(message as PageCall, {
            origin: origin as string,
            tab: tab?.id as number,
            ...(document === undefined ? {} : { document }),
          })
    work.then(
      (answer) => respond(answer ?? null),
      () => respond(null),
    )
    return true
  })
  void shown.apply()
  windows.onRemoved.addListener((id) => {
    void questions.list().then(async (all) => {
      const closed = all.find(({ window }) => window === id)
      if (closed) await finishQuestion(await questions.take(closed.id), false)
    })
  })
  tabs.onRemoved.addListener((id) => {
    void questions.list().then(async (all) => {
      for (const { id: question, tab, window } of all) {
        if (tab !== id) continue
        await questions.take(question)
        if (window !== undefined) await windows.remove(window).catch(() => undefined)
      }
    })
  })
}
