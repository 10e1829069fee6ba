import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'

export const BrandMark = () => (
  <span className="inline-flex items-center gap-2.5 font-bold text-ink">
    <svg aria-hidden="true" viewBox="0 0 32 32" className="size-8 shrink-0">
      <rect width="32" height="32" rx="8" className="fill-brand" />
      <path
        d="M5 17h5l3-8 5 15 3-7h6"
        fill="none"
        strokeWidth="2.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-brand"
      />
    </svg>
    <span className="text-lg tracking-tight">{PRODUCT_NAME}</span>
  </span>
)
