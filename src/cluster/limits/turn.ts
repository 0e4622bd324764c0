/** Waiting for one's turn: until somebody calls, or until it is time to ask again. */
export interface LaneTurn {
  /** A call that comes before `come` is not lost, if it comes after this. */
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
