import { relayPageCalls } from './content.ts'

relayPageCalls(window)
