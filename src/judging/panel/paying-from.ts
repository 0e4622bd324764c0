import { meteredGateway, type Reservation } from "../../campaign/index.ts";
import type { Gateway } from "../../gateway/index.ts";

/** Every request is paid from the reservation that was made for it. */
export function payingFrom(
  gateway: Gateway,
  reservation: () => Reservation | null,
  onTooExpensive: () => void,
): Gateway {
  return {
    endpoint: gateway.endpoint,
    offline: gateway.offline,
    async complete(request, settings) {
      const reserved = reservation()!;
      const lost: Reservation["lost"] = async (answer) => {
        const mayRepeat = await reserved.lost(answer);
        if (!mayRepeat) onTooExpensive();
        return mayRepeat;
      };
      try {
        return await meteredGateway(gateway, { ...reserved, lost }).complete(request, settings);
      } finally {
        reserved.end();
      }
    },
  };
}
