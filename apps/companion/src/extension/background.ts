import { families } from '@latchkey/signer'
import { answerCall, type Caller, decideCall, describeSite } from './answer-calls.ts'
import {
  type ContentNotice,
  type ExtensionCall,
  type PageCall,
  type PopupOverview,
  personas,
  type WaitingQuestion,
  type WalletStandard,
} from './messages.ts'
import { openPersonas } from './personas.ts'
import { openQuestions } from './questions.ts'
import { accountCount, openPermissions } from './wallet-of.ts'

const maxCallLength = 1_500_000
const supportedStandards: readonly WalletStandard[] = ['eip1193', 'solana', ...personas]

/**
 * The extension's background: holds the keys, answers pages and its own windows. Every listener is
 * added before the first `await`, because the browser delivers an event that starts the background
 * only to listeners that are added synchronously.
 */
export function startBackground({
  runtime,
  scripting,
  storage,
  tabs,
  windows,
}: typeof chrome): void {
  const extensionOrigin = runtime.getURL('').slice(0, -1)
  const questions = openQuestions(storage.session)
  const notifyPages = async (): Promise<void> => {
    for (const { id } of await tabs.query({})) {
      if (id !== undefined)
        void tabs
          .sendMessage(id, { type: 'changed' } satisfies ContentNotice)
          .catch(() => undefined)
    }
  }
  const permissions = openPermissions(storage.local, () => void notifyPages())
  const personaScripts = openPersonas(storage.local, scripting)
  const showWindow = async (id: string): Promise<number | undefined> => {
    const url = runtime.getURL(`window.html?id=${encodeURIComponent(id)}`)
    return (await windows.create({ url, type: 'popup', width: 400, height: 680 }))?.id
  }
  const finishQuestion = async (
    waitingQuestion: WaitingQuestion | undefined,
    decision: boolean | readonly string[],
  ): Promise<void> => {
    if (!waitingQuestion) return
    const notice: ContentNotice = {
      type: 'answer',
      id: waitingQuestion.call,
      ...(await decideCall(permissions, waitingQuestion, decision)),
    }
    const messageTarget =
      waitingQuestion.document === undefined ? {} : { documentId: waitingQuestion.document }
    // Sending fails when the page has been closed; the failure is ignored.
    await tabs.sendMessage(waitingQuestion.tab, notice, messageTarget).catch(() => undefined)
  }

  const answerExtensionCall = async (call: ExtensionCall): Promise<unknown> => {
    const { signer, families: familySigner } = await permissions.openWallet(async () => false)
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
          grants: familySigner.grants(),
          count: accountCount,
          personas: await personaScripts.read(),
        } satisfies PopupOverview
      case 'revoke':
        signer.revoke(call.origin)
        return familySigner.revoke(call.origin, families)
      case 'choose':
        return familySigner.select(call.origin, call.account)
      case 'persona':
        return personaScripts.switchPersona(call.persona, call.isOn)
      case 'select':
        return signer.selectAccount(call.origin, call.account)
    }
  }
  const answerPage = async (call: PageCall, caller: Caller): Promise<unknown> => {
    if (call.type === 'look') return describeSite(permissions, caller.origin)
    if (call.type !== 'call' || typeof call.id !== 'string' || typeof call.method !== 'string')
      return null
    if (!supportedStandards.includes(call.standard)) return null
    if (JSON.stringify(call.params ?? null).length > maxCallLength)
      return { error: { code: -32602, message: 'too long' } }
    return answerCall({ permissions, questions, show: showWindow }, caller, call)
  }

  runtime.onMessage.addListener((message, sender, respond) => {
    const { id, origin, tab, documentId: document } = sender
    if (id !== runtime.id || typeof message !== 'object' || message === null) return false
    const isWebPage = tab?.id !== undefined && origin !== undefined && /^https?:\/\//.test(origin)
    if (origin !== extensionOrigin && !isWebPage) return false
    const answerPromise =
      origin === extensionOrigin
        ? answerExtensionCall(message as ExtensionCall)
        : answerPage(message as PageCall, {
            origin: origin as string,
            tab: tab?.id as number,
            ...(document === undefined ? {} : { document }),
          })
    answerPromise.then(
      (answer) => respond(answer ?? null),
      () => respond(null),
    )
    return true
  })
  void personaScripts.apply()
  windows.onRemoved.addListener((id) => {
    void questions.list().then(async (allQuestions) => {
      const questionOfClosedWindow = allQuestions.find(({ window }) => window === id)
      if (questionOfClosedWindow)
        await finishQuestion(await questions.take(questionOfClosedWindow.id), false)
    })
  })
  tabs.onRemoved.addListener((id) => {
    void questions.list().then(async (allQuestions) => {
      for (const { id: question, tab, window } of allQuestions) {
        if (tab !== id) continue
        await questions.take(question)
        if (window !== undefined) await windows.remove(window).catch(() => undefined)
      }
    })
  })
}
