import { carry } from './content.ts'

carry(window)
