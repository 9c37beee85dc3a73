export type { Message } from './inbox.ts'
export { type Mailbox, startMailbox } from './start-mailbox.ts'
