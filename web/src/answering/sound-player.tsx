/** Loads nothing before it is played. The words beside it are its captions. */
export const SoundPlayer = ({ soundUrl }: { soundUrl: string }) => (
  <div className="mt-3 grid gap-1 print:hidden">
    <audio controls preload="none" src={soundUrl} aria-label="Sound, 6 seconds" className="w-full max-w-[40rem]" />
    <p className="text-sm text-muted">Low sounds are heard best with headphones.</p>
  </div>
)
