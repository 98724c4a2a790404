// SPDX-FileCopyrightText: 2026 The lasthop authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef USB_ADAPTER_FUNCTION_H
#define USB_ADAPTER_FUNCTION_H

#include "usb-fifo.h"
#include "usb-function.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/// @ingroup usb-bus
/// What an adapter does with a message for which it has no buffer.
enum class UsbOverrunPolicy : uint8_t
{
    NAK,  ///< refuses it until a buffer is free
    DROP, ///< takes it and discards it (kuang2003, footnote 5)
};

/// @ingroup usb-bus
/// Buffers and firmware delays of a network adapter. The gaps are fitted, not documented.
struct UsbAdapterParameters
{
    uint8_t outEndpoint{2}; ///< bulk OUT endpoint number
    uint8_t inEndpoint{1};  ///< bulk IN endpoint number
    uint32_t maxPacket{64}; ///< largest bulk packet, bytes
    uint32_t txBuffers{2};  ///< frames held on their way to the air, that on the air included
    uint32_t txBufferBytes{UINT32_MAX}; ///< bytes of their messages at most
    UsbBitTime headerGap{1200};         ///< NAK after the first packet of a message, bits
    UsbBitTime commitGap{1200};         ///< NAK after the last one, and until the MAC has it, bits
    uint32_t fifoPackets{0}; ///< USB packets that fit in the endpoint's FIFO; 0: any number
    UsbBitTime fifoDrain{0}; ///< time in which the firmware empties one of them, bits
    UsbOverrunPolicy overrunPolicy{UsbOverrunPolicy::NAK}; ///< see UsbOverrunPolicy
    uint32_t rxBuffers{8};                                 ///< frames held on their way to the host
};

/**
 * @ingroup usb-bus
 * The endpoints of a network adapter: one bulk OUT, one bulk IN. Any other endpoint stalls.
 *
 * OUT answers NAK to the first packet of a message while all buffers are in use or have too few
 * bytes left for it, to all packets for HeaderGap after the first packet and for CommitGap after
 * the last, and to a packet that finds the FIFO full. The firmware passes the message on when
 * CommitGap is over. IN sends the oldest frame in packets of full size, followed by a short or
 * empty packet. A packet with the data toggle of its predecessor is a repeat: it is acknowledged
 * and discarded (OUT), or sent again (IN). The class is plain state, as UsbFunction requires:
 * UsbWifiAdapter takes the messages that are due, frees their buffers, and adds frames from the
 * air, always within an update of the bus.
 */
class UsbAdapterFunction : public UsbFunction
{
  public:
    /// A message from the host whose last packet has arrived.
    struct Message
    {
        uint64_t number;   ///< counts messages that arrived in whole, from 1
        UsbBitTime commit; ///< when the firmware hands it on
        uint32_t bytes;    ///< of the buffer it takes
        bool overrun;      ///< had no buffer (UsbOverrunPolicy::DROP)
    };

    UsbAdapterFunction();

    /// @param parameters from now on; frames inside stay
    void SetParameters(const UsbAdapterParameters& parameters);
    /// @return the parameters in force
    const UsbAdapterParameters& GetParameters() const;
    /// Return to the state of an adapter that was just powered up.
    void Reset();

    /**
     * @param token the transaction; an endpoint other than the two stalls
     * @return ACK, NAK or STALL. UsbAnswer::message is that of GetLastMessage() or GetLastRxFrame()
     * for the transaction that completes one
     */
    UsbAnswer Answer(const UsbToken& token) override;
    /**
     * Packets from the middle of a message meet no further condition, unless the FIFO has a limit.
     * @param first of them, whose toggle and offset must be those expected
     * @param interval not used
     * @param count how many there are
     * @return all of them, or 0: outside of a message, during a gap, with FifoPackets, or for a
     * repeat
     */
    uint32_t Repeat(const UsbToken& first, UsbBitTime interval, uint32_t count) override;
    /**
     * @param now bus time
     * @return the first instant after it at which a gap ends, the FIFO has room again, a frame from
     * the air is ready, or a hold ends; USB_NEVER if none is to come
     */
    UsbBitTime GetNextChange(UsbBitTime now) const override;
    /// @return when the oldest message is due for the firmware, USB_NEVER without one
    UsbBitTime GetNextWake() const override;
    /// Copies the state. Messages that end later are appended to the list, whose length is saved.
    void Save() override;
    /// Takes the saved state, and drops the messages that were appended since.
    void Restore() override;

    /// @return number of the last message that arrived, 0 if none did
    uint64_t GetLastMessage() const;
    /**
     * @param now bus time
     * @return the oldest message due by then, which leaves the list but keeps its buffer
     */
    std::optional<Message> TakeDueMessage(UsbBitTime now);
    /// Free a transmit buffer: its frame has been sent into the air or given up.
    /// @param bytes of its message
    void ReleaseTxBuffer(uint32_t bytes);
    /// Take transmit buffers without the host's knowledge, even if none is free.
    /// @param frames for as many
    /// @param bytes of their messages
    void TakeTxBuffers(uint32_t frames, uint32_t bytes);
    /// @return buffers in use, that of a message arriving included
    uint32_t GetTxBuffersInUse() const;

    /// @return whether a frame from the air finds a buffer
    bool HasRxBuffer() const;
    /**
     * A frame for the host; HasRxBuffer() is true.
     * @param bytes its message's length
     * @param readyAt when the first packet may be sent
     */
    void AddRxFrame(uint32_t bytes, UsbBitTime readyAt);
    /// @return number of frames that have not been sent completely
    uint32_t GetRxBuffersInUse() const;
    /// @return number of the last frame sent in whole, counted from 1; 0 if none was
    uint64_t GetLastRxFrame() const;
    /// Refuse all IN tokens for a while; a hold that has begun is not cut short.
    /// @param from first bit
    /// @param until first bit after it
    void HoldRx(UsbBitTime from, UsbBitTime until);

    /// Reset an endpoint's toggle, because the host has cleared its halt.
    /// @param in of the IN endpoint, else of the OUT endpoint
    void ClearHalt(bool in);
    /// @return number of repeated OUT packets that were discarded
    uint64_t GetRepeats() const;

  private:
    /// A frame on its way to the host.
    struct RxFrame
    {
        uint32_t bytes;     ///< length of the message
        UsbBitTime readyAt; ///< not before
    };

    /// What the adapter remembers between tokens.
    struct State
    {
        bool outToggle{false};         ///< of the next new packet
        bool receiving{false};         ///< a message has begun
        bool overrun{false};           ///< it has no buffer
        uint32_t received{0};          ///< its bytes so far
        uint32_t size{0};              ///< its bytes when it is whole
        uint32_t lastOffset{0};        ///< of the last packet taken, within its transfer
        bool repeatEndsMessage{false}; ///< that packet ended a message
        UsbBitTime nakUntil{0};        ///< end of the gap
        UsbFifo fifo{};                ///< behind the endpoint
        uint32_t txInUse{0};           ///< transmit buffers
        uint32_t txBytesInUse{0};      ///< of them
        uint64_t lastMessage{0};       ///< see GetLastMessage
        uint64_t repeats{0};           ///< see GetRepeats

        bool inToggle{false};    ///< of the next new packet
        bool sentBefore{false};  ///< there is a packet to repeat
        uint32_t sent{0};        ///< bytes of the oldest frame that are out
        UsbAnswer lastAnswer{};  ///< packet to repeat
        uint64_t lastRxFrame{0}; ///< see GetLastRxFrame
        UsbBitTime holdFrom{0};  ///< see HoldRx
        UsbBitTime holdUntil{0}; ///< see HoldRx
        size_t framesSent{0};    ///< of m_frames
    };

    /**
     * @param token to the OUT endpoint
     * @return ACK or NAK
     */
    UsbAnswer AnswerOut(const UsbToken& token);
    /**
     * @param token to the IN endpoint
     * @return data or NAK
     */
    UsbAnswer AnswerIn(const UsbToken& token);
    /**
     * @param token to the OUT endpoint
     * @return true during a gap, without a buffer for a new message, and with a full FIFO
     */
    bool RefusesOut(const UsbToken& token) const;
    /**
     * @param bytes of a message
     * @return true if a buffer is free and has room for them
     */
    bool HasTxBuffer(uint32_t bytes) const;
    /// @param token first packet of a message, which takes a buffer or overruns
    void BeginMessage(const UsbToken& token);
    /// Free the buffer of a message that the host will not complete.
    void GiveUpMessage();
    /**
     * @param token last packet of a message
     * @return true if the message counts as arrived
     */
    bool EndMessage(const UsbToken& token);
    /**
     * @param now bus time
     * @return true if the FIFO has fifoPackets packets; never for a FIFO of any number
     */
    bool IsFifoFull(UsbBitTime now) const;
    /// @return the frame being sent or to be sent next, null without one
    const RxFrame* GetOldestFrame() const;

    UsbAdapterParameters m_parameters; ///< see SetParameters
    State m_state;                     ///< now
    State m_saved;                     ///< at the last Save()
    std::vector<Message> m_messages;   ///< arrived, not taken by the firmware
    size_t m_savedMessages{0};         ///< of them at the last Save()
    std::vector<RxFrame> m_frames;     ///< those sent, then those on their way, oldest first
};

} // namespace ns3

#endif // USB_ADAPTER_FUNCTION_H
