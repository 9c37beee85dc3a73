import { serve } from '../serve.ts'
import { signForEvm } from '../sign-evm.ts'

serve(signForEvm)
