import { describeError } from '../describe-error.ts'
import type { Log } from '../log.ts'
import type { SendMail } from './send-mail.ts'

const mostWaiting = 1_000
const atOnce = 4

/** Mails on their way: nobody waits for one, so that no answer tells by its time where it went. */
export interface MailQueue {
  send(mail: Parameters<SendMail>[0], account: string | null): void
  /** Resolves when every mail was taken or given up. */
  settled(): Promise<void>
}

/**
 * A mail that cannot be sent is logged, without its address; the visitor asks again.
 * @param onLost - told of each that is given up
 */
export function mailQueue(deliver: SendMail, log: Log, onLost: (account: string | null) => void = () => {}): MailQueue {
  const waiting: { readonly mail: Parameters<SendMail>[0]; readonly account: string | null }[] = []
  const open = new Set<Promise<void>>()
  const next = (): void => {
    const first = open.size < atOnce ? waiting.shift() : undefined
    if (!first) return
    const sent: Promise<void> = deliver(first.mail)
      .catch((error) => {
        log.error(describeError(error), 'a mail was not taken')
        onLost(first.account)
      })
      .finally(() => {
        open.delete(sent)
        next()
      })
    open.add(sent)
  }
  return {
    send(mail, account) {
      if (waiting.length >= mostWaiting) {
        onLost(account)
        return log.error({ waiting: waiting.length }, 'too many mails wait')
      }
      waiting.push({ mail, account })
      next()
    },
    async settled() {
      while (open.size) await Promise.all(open)
    },
  }
}
