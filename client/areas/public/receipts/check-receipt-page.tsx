import { Heading } from '#client/page/heading.tsx'
import { PublicFrame } from '#client/page/public-frame.tsx'
import { latePart } from '#client/ui/loading/late-part.tsx'

/** Comes by itself: none of the pages that everybody begins with carries it. */
const ReceiptCheck = latePart(() => import('./receipt-check.tsx'), 'ReceiptCheck')

/** Whether a receipt is genuine, for whoever holds one (RT3). */
export function CheckReceiptPage() {
  return (
    <PublicFrame>
      <Heading />
      <ReceiptCheck onClose={() => undefined} />
    </PublicFrame>
  )
}
