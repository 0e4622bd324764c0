/** Waits for a wake-up or a timeout. */
export interface LaneTurn {
  /** After this, a wake-up before `come` is not lost. */
  reset(): void;
  wake(): void;
  come(milliseconds: number): Promise<void>;
}

export function openTurn(): LaneTurn {
  let wasCalled = false;
  let goOn: (() => void) | null = null;
  return {
    reset() {
      wasCalled = false;
    },
    wake() {
      wasCalled = true;
      goOn?.();
    },
    async come(milliseconds) {
      if (wasCalled) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        goOn = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      goOn = null;
    },
  };
}
