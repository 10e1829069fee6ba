/** After the fields have been marked, the first of them takes the focus, or else the words above them. */
export const focusFirstFault = (form: HTMLElement | null): void => {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-refusal]')?.focus())
}
