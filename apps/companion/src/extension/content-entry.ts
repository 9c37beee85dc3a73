import { carryCalls } from './content.ts'

carryCalls(window)
