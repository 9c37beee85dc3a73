import { serve } from '../serve.ts'
import { split } from '../split.ts'

serve(split)
