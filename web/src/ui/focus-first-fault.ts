/** After the next render, when the fields have been marked. */
export const focusFirstFault = (form: HTMLElement | null): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refusal]')?.focus())
}
