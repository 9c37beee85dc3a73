import { create } from '../create.ts'
import { serve } from '../serve.ts'

serve(create)
