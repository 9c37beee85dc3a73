import { announceExtension } from './in-page.ts'

announceExtension(window)
